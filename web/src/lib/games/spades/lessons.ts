import type { RoundView, View } from '../../api/messages';
import { cap, rankOf, suitOf, SUIT_WORDS } from '../../cards/cards';
import type { Lesson } from '../../learn/lesson';
import { count, nameOf } from '../../words/words';
import type { Lessons } from '../game';
import { bidWord, hasContract, nilHolds, partnerOf, standingOf } from './contract';

const EASY = { kind: 'ai', level: 'easy', style: 'plain' } as const;

export const lessons: Lessons = {
	cards: ['AS', 'KH', '3S'],
	text: 'A short match with a partner: bidding, spades as trump, bags.',
	seats: [{ kind: 'human' }, EASY, EASY, EASY],
	house: { target: 1 },
	during: (view, round) => (round.phase === 'bid' ? bidding(view, round) : playing(view, round)),
	after: (row, seat) => {
		const { contract, counted, bagsTaken } = standingOf(row, seat);
		const made = hasContract(row, seat);
		const text = [
			made
				? `Your side bid ${contract} and took ${counted}: ten points for each trick bid.`
				: `Your side bid ${contract} and took ${counted}: it is set, and loses ten for each trick bid.`
		];
		if (bagsTaken) text.push(`You took ${count(bagsTaken, 'bag')}: one point each, but ten of them cost a hundred.`);
		for (const bidder of [seat, partnerOf(seat)]) {
			const nil = nilHolds(row, bidder);
			const whose = bidder === seat ? 'Your nil' : 'Your partner’s nil';
			if (nil !== null) text.push(`${whose} ${nil ? 'was made' : 'failed'}.`);
		}
		return { title: made ? 'The contract is made' : 'Set', text };
	},
	next: 'a whole match'
};

function bidding(view: View, round: RoundView): Lesson {
	const own = view.own;
	const text = [
		'Each says how many tricks they will take. Your bid and that of your partner, who sits opposite, are your contract together.',
		'Spades are trump: they beat all other suits.'
	];
	if (own?.turn == null)
		return { title: 'The bid', text: [...text, 'The player to the left of the dealer bids first.'] };
	const partner = round.bids[partnerOf(own.seat)] ?? null;
	if (partner !== null)
		text.push(`${nameOf(view.table, partnerOf(own.seat), own.seat)}, your partner, bid ${bidWord(partner)}.`);
	return { title: 'The bid', text: [...text, adviceForBid(own.hand)] };
}

function adviceForBid(hand: readonly string[]): string {
	const spades = hand.filter((card) => suitOf(card) === 'S').length;
	const high = hand.filter((card) => ['A', 'K'].includes(rankOf(card))).length;
	if (spades + high === 0) return 'You hold no spade, ace or king: a hand for nil, a bid to take no trick at all.';
	return `You hold ${count(spades, 'spade')}, and ${high} of the aces and kings: count a trick for most aces and kings, and one for each spade after the third.`;
}

function playing(view: View, round: RoundView): Lesson {
	const own = view.own;
	const goal = own === null ? '' : sayGoal(round, own.seat);
	if (own?.turn == null)
		return {
			title: 'Watch the others',
			text: ['The highest spade takes the trick, or else the highest card of the suit that was led.', goal].filter(
				Boolean
			)
		};
	const led = round.trick?.cards[0]?.card;
	if (led === undefined)
		return {
			title: 'You lead',
			text: [
				round.broken
					? 'Spades are broken: they may be led.'
					: 'Spades may not be led until one has been played on another suit.',
				goal
			]
		};
	const suit = suitOf(led);
	const follows = own.hand.some((card) => suitOf(card) === suit);
	const rule = follows
		? `${cap(SUIT_WORDS[suit])} were led and you have some, so you must play one.`
		: `${cap(SUIT_WORDS[suit])} were led and you have none, so you may play anything; a spade beats every other suit.`;
	return { title: follows ? 'Follow suit' : 'Trump it, or throw a card away', text: [rule, goal] };
}

/** What the seat should try for now. */
function sayGoal(round: RoundView, seat: number): string {
	if (nilHolds(round, seat)) return 'You bid nil: stay under the others’ cards and take no trick.';
	if (nilHolds(round, partnerOf(seat)))
		return 'Your partner bid nil: play high, so that the trick does not go to your partner.';
	const { contract, counted } = standingOf(round, seat);
	if (counted < contract)
		return `Your side bid ${contract} and has ${counted}: ${count(contract - counted, 'more trick')} to go.`;
	return 'Your contract is made: every further trick is a bag. Try to lose them.';
}
