import type { RoundView, View } from '../../api/messages';
import { cap, rankOf, sayCard, suitOf, SUIT_WORDS, type Suit } from '../../cards/cards';
import type { Lesson } from '../../learn/lesson';
import { count } from '../../words/words';
import type { Lessons } from '../game';
import { isMade } from './sheet';

const EASY = { kind: 'ai', level: 'easy', style: 'plain' } as const;

export const lessons: Lessons = {
	cards: ['AS', '4S', '9D'],
	text: 'Three short rounds with one, two and three cards: bidding, following suit, trump.',
	seats: [{ kind: 'human' }, EASY, EASY],
	house: { round_cards: [1, 2, 3] },
	during: (view, round) => (round.phase === 'bid' ? bidding(view, round) : playing(view, round)),
	after: (row, seat) => {
		const made = isMade(row, seat);
		return {
			title: made ? 'Exactly right' : 'Not this time',
			text: [
				made
					? `You bid ${row.bids[seat]} and took ${row.tricks[seat]}: ten points and one for each trick.`
					: `You bid ${row.bids[seat]} and took ${row.tricks[seat]}: nothing for this round.`,
				'Press “Next round” when you are ready.'
			]
		};
	},
	next: 'a Hearts hand'
};

function playing(view: View, round: RoundView): Lesson {
	const own = view.own;
	const trump = sayTrumpSuit(round.trump);
	const bid = own === null ? 0 : (round.bids[own.seat] ?? 0);
	const won = own === null ? 0 : (round.tricks[own.seat] ?? 0);
	const goal =
		won === bid
			? `You have the ${count(bid, 'trick')} you bid: now try to lose every other trick.`
			: won < bid
				? `You bid ${bid} and have ${won}: you need ${count(bid - won, 'more trick')}.`
				: `You have ${won} and bid only ${bid}: this round scores nothing, but you can spoil the others.`;
	const led = round.trick?.cards[0]?.card;
	if (own?.turn == null)
		return { title: 'Watch the others', text: [goal, 'A trick is one card from everybody; the best card takes it.'] };
	if (led === undefined)
		return { title: 'You lead', text: ['Any card may begin a trick; the others must follow its suit.', goal] };
	const suit = suitOf(led);
	const follows = own.hand.some((card) => suitOf(card) === suit);
	const rule = follows
		? `${cap(SUIT_WORDS[suit])} were led and you have some, so you must play one. Cards that are not allowed are hatched.`
		: `${cap(SUIT_WORDS[suit])} were led and you have none, so you may play anything${round.trump === null ? '' : `; a card of ${trump} is trump and beats every other suit`}.`;
	return { title: 'Follow suit', text: [rule, goal] };
}

function bidding(view: View, round: RoundView): Lesson {
	const own = view.own;
	const trump = sayTrumpSuit(round.trump);
	const first = round.number === 1;
	const text = first
		? [
				`Everybody has ${count(round.cards, 'card')}. Before a card is played, each says how many tricks they will take: exactly that many, no more and no fewer.`
			]
		: [`Now ${count(round.cards, 'card')} each. Trump this time: ${trump}.`];
	if (first) text.push(`The trump suit is ${trump}: its cards beat all others.`);
	if (own !== null && own.turn !== null) {
		text.push(...adviceForBid(own.hand, round.trump));
		const barred = own.turn.bids.find((choice) => !choice.legal);
		if (barred)
			text.push(
				`You deal, so you bid last, and ${barred.bid} is barred: the bids must not add up to the tricks. Somebody will miss.`
			);
	} else {
		text.push('The player to the left of the dealer bids first.');
	}
	return { title: first ? 'The bid' : `A round of ${round.cards}`, text };
}

function adviceForBid(hand: readonly string[], trump: Suit | null): string[] {
	const trumps = hand.filter((card) => suitOf(card) === trump);
	const aces = hand.filter((card) => rankOf(card) === 'A' && suitOf(card) !== trump);
	const advice: string[] = [];
	if (trumps.length > 0)
		advice.push(`You hold ${trumps.map((card) => `the ${sayCard(card)}`).join(' and ')}: trump often takes a trick.`);
	if (aces.length > 0) advice.push(`An ace takes a trick unless somebody without that suit trumps it.`);
	if (advice.length === 0)
		advice.push('You hold neither trump nor an ace: bidding nothing is a good bid too, and scores 10.');
	return advice;
}

function sayTrumpSuit(trump: Suit | null): string {
	return trump === null ? 'no suit' : SUIT_WORDS[trump];
}
