import type { View } from '../api/messages';
import { rankOf, sayCard, suitOf, SUIT_WORDS, type Suit } from '../cards/cards';
import { count } from '../words/words';

/** What the teacher says at a moment of a lesson. */
export interface Lesson {
	title: string;
	text: readonly string[];
}

/** What to tell somebody who is learning, from what they see now. */
export function lessonFor(view: View): Lesson {
	const round = view.table.round;
	if (view.table.result !== null) return done(view);
	if (round === null) return { title: 'Sit down', text: ['The cards are dealt as soon as the table is full.'] };
	if (round.phase === 'over') return afterRound(view);
	return view.table.game === 'blob' ? blobLesson(view) : heartsLesson(view);
}

function blobLesson(view: View): Lesson {
	const round = view.table.round!;
	const own = view.own;
	const trump = round.trump === null ? 'no suit' : SUIT_WORDS[round.trump];
	if (round.phase === 'bid') return blobBid(view, trump);
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

function blobBid(view: View, trump: string): Lesson {
	const round = view.table.round!;
	const own = view.own;
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

function heartsLesson(view: View): Lesson {
	const round = view.table.round!;
	const own = view.own;
	if (round.phase === 'pass')
		return {
			title: 'Pass three cards',
			text: [
				'In Hearts one wants no points. Every heart is one point and the queen of spades is thirteen.',
				'Before play, choose three cards for your neighbour. Give away high cards: the ace, king or queen of spades, and high hearts.',
				'You will get three cards from somebody else.'
			]
		};
	if (own?.turn == null)
		return {
			title: 'Watch the others',
			text: [
				'Whoever plays the highest card of the suit that was led takes the trick, with all points in it. There is no trump.'
			]
		};
	const led = round.trick?.cards[0]?.card;
	if (led === undefined)
		return {
			title: 'You lead',
			text: [
				own.hand.includes('2C')
					? 'The two of clubs opens the first trick.'
					: 'A low card is safest: somebody else will have to take the trick.',
				round.hearts_broken
					? 'Hearts are broken: they may be led.'
					: 'Hearts may not be led until one has been thrown on another suit.'
			]
		};
	const follows = own.hand.some((card) => suitOf(card) === suitOf(led));
	return {
		title: follows ? 'Follow suit' : 'Throw a card away',
		text: follows
			? [
					`${cap(SUIT_WORDS[suitOf(led)])} were led: you must follow. Staying under the highest card keeps the trick away from you.`
				]
			: [
					'You have none of the suit that was led, so you cannot win this trick: a good moment to be rid of a heart or the queen of spades.'
				]
	};
}

function afterRound(view: View): Lesson {
	const row = view.table.sheet[view.table.sheet.length - 1];
	const seat = view.own?.seat;
	if (row === undefined || seat === undefined) return { title: 'The round is over', text: [] };
	if (view.table.game === 'hearts')
		return { title: 'The hand is over', text: [`You took ${count(row.points[seat] ?? 0, 'point')}.`] };
	const made = row.bids[seat] === row.tricks[seat];
	return {
		title: made ? 'Exactly right' : 'Not this time',
		text: [
			made
				? `You bid ${row.bids[seat]} and took ${row.tricks[seat]}: ten points and one for each trick.`
				: `You bid ${row.bids[seat]} and took ${row.tricks[seat]}: nothing for this round.`,
			'Press “Next round” when you are ready.'
		]
	};
}

function done(view: View): Lesson {
	const other = view.table.game === 'blob' ? 'a Hearts hand' : 'a whole match';
	return { title: 'That was the lesson', text: [`You know enough to play. Next: ${other}, from the page “Learn”.`] };
}

function cap(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
