import { expect, test } from 'vitest';
import type { Candidate, Opinion, Replay, ReplayStep } from '../api/messages';
import { decisionsOf, judge, reviewOf, sayBid, sayLoss, type Judged } from './review';

const step = (kind: ReplayStep['kind'], seat: number, rest: Partial<ReplayStep>): ReplayStep => ({
	kind,
	seat,
	bid: null,
	cards: [],
	by: 'seat',
	trick: null,
	winner: null,
	...rest
});

const replay: Replay = {
	id: 'abc',
	game: 'blob',
	house: { hook: true, scoring: 'exact', trumps: ['S'], round_cards: [2] },
	names: ['Ada', 'Nell'],
	round: 1,
	cards: 2,
	trump: 'S',
	dealer: 0,
	pass_to: null,
	scores_before: [0, 0],
	scores: [0, 10],
	hands: [
		['AS', '9H'],
		['3C', 'AD']
	],
	hands_played: [
		['AS', '9H'],
		['3C', 'AD']
	],
	steps: [
		step('bid', 1, { bid: 0, by: 'ai' }),
		step('bid', 0, { bid: 1 }),
		step('play', 1, { cards: ['3C'], trick: 1, by: 'ai' }),
		step('play', 0, { cards: ['AS'], trick: 1, winner: 0 }),
		step('play', 0, { cards: ['9H'], trick: 2 }),
		step('play', 1, { cards: ['AD'], trick: 2, winner: 0, by: 'ai' })
	]
};

const card = (code: string, value: number | null, best = false): Candidate => ({
	bid: null,
	card: code,
	value,
	probability: null,
	is_best: best
});
const bid = (number: number, value: number, best = false): Candidate => ({
	bid: number,
	card: null,
	value,
	probability: null,
	is_best: best
});
const opinion = (...candidates: Candidate[]): Opinion => ({ player: 'search', candidates, reasons: [] });

test('only what one chose oneself is judged, and not the last card', () => {
	expect(decisionsOf(replay, 0)).toEqual([1, 3]);
	expect(decisionsOf(replay, 1)).toEqual([]);
});

test('a decision is set beside the best', () => {
	const judged = judge(replay, 3, opinion(card('9H', 2.1, true), card('AS', 0.8)));
	expect(judged).toMatchObject({ step: 4, kind: 'play', trick: 1, done: 'A♠', best: '9♥' });
	expect(judged?.loss).toBeCloseTo(1.3);
	expect(judge(replay, 3, opinion(card('AS', 1, true)))).toBeNull();
	expect(judge(replay, 3, opinion(card('9H', null, true), card('AS', 1)))).toBeNull();
});

test('a bid is spoken of in words', () => {
	const said = (...candidates: Candidate[]) => sayBid(judge(replay, 1, opinion(...candidates))!);
	expect(said(bid(1, 2, true), bid(0, 1))).toBe('You bid 1, as the strongest player would have.');
	expect(said(bid(2, 2, true), bid(1, 1))).toBe(
		'You bid 1; the strongest player would have bid 2, worth 1.0 point more.'
	);
	expect(said(bid(2, 2, true), bid(1, 1.9))).toBe(
		'You bid 1; the strongest player would have bid 2, which is about as good.'
	);
});

test('the dearest cards come first, small things are left out', () => {
	const one = (loss: number, kind: Judged['kind'] = 'play'): Judged => ({
		step: 1,
		kind,
		trick: 1,
		done: 'a',
		best: 'b',
		loss
	});
	const review = reviewOf([one(1, 'bid'), one(0.1), one(2), one(0.5), one(3), one(1)]);
	expect(review.cards.map(({ loss }) => loss)).toEqual([3, 2, 1]);
	expect(review.bid?.loss).toBe(1);
	expect(review.seen).toBe(5);
	expect(sayLoss(1.26)).toBe('1.3 points');
});
