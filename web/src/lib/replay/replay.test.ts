import { expect, test } from 'vitest';
import type { Replay, ReplayStep } from '../api/messages';
import { momentAt, sayStep, trickFrom } from './replay';

const step = (kind: ReplayStep['kind'], seat: number, cards: string[], rest: Partial<ReplayStep> = {}): ReplayStep => ({
	kind,
	seat,
	bid: null,
	cards,
	by: 'seat',
	trick: null,
	winner: null,
	...rest
});

const replay: Replay = {
	id: 'abc',
	game: 'hearts',
	house: {
		target: 100,
		passes: ['left'],
		queen_breaks_hearts: false,
		moon: 'add',
		jack_of_diamonds: false,
		first_trick_points: false
	},
	names: ['Ada', 'Nell'],
	round: 1,
	cards: 2,
	trump: null,
	dealer: 0,
	pass_to: 'left',
	scores_before: [0, 0],
	scores: [0, 1],
	hands: [
		['2C', '9H'],
		['3C', 'AD']
	],
	hands_played: [
		['3C', '9H'],
		['2C', 'AD']
	],
	steps: [
		step('pass', 0, ['2C']),
		step('pass', 1, ['3C']),
		step('play', 1, ['2C'], { trick: 1 }),
		step('play', 0, ['3C'], { trick: 1, winner: 0 }),
		step('play', 0, ['9H'], { trick: 2 }),
		step('play', 1, ['AD'], { trick: 2, winner: 0 })
	]
};

test('a moment is the deal, the pass, and the cards one by one', () => {
	expect(momentAt(replay, 0).hands).toEqual(replay.hands);
	expect(momentAt(replay, 2).hands).toEqual(replay.hands_played);
	expect(momentAt(replay, 4)).toMatchObject({ hands: [['9H'], ['AD']], tricks: [1, 0], taker: 0 });
	expect(momentAt(replay, 5).cards).toEqual([{ seat: 0, card: '9H' }]);
	expect(momentAt(replay, 6).tricks).toEqual([2, 0]);
});

test('one can go trick by trick', () => {
	expect(trickFrom(replay, 0, 1)).toBe(2);
	expect(trickFrom(replay, 2, 1)).toBe(4);
	expect(trickFrom(replay, 6, 1)).toBe(6);
	expect(trickFrom(replay, 5, -1)).toBe(4);
	expect(trickFrom(replay, 1, -1)).toBe(0);
});

test('steps are said in words', () => {
	expect(sayStep(replay, replay.steps[0]!)).toBe('Ada passes 2♣.');
	expect(sayStep(replay, replay.steps[3]!)).toBe('Ada plays the 3 of clubs; Ada wins the trick.');
	expect(sayStep(replay, step('bid', 1, [], { bid: 2 }))).toBe('Nell bids 2.');
});
