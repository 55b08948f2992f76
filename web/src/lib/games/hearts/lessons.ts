import type { RoundView, View } from '../../api/messages';
import { cap, suitOf, SUIT_WORDS } from '../../cards/cards';
import type { Lesson } from '../../learn/lesson';
import { count } from '../../words/words';
import type { Lessons } from '../game';

const EASY = { kind: 'ai', level: 'easy', style: 'plain' } as const;

export const lessons: Lessons = {
	cards: ['2C', '5H', 'QS'],
	text: 'One hand: passing, leading, keeping the points away.',
	seats: [{ kind: 'human' }, EASY, EASY, EASY],
	house: { target: 1 },
	during,
	after: (row, seat) => ({ title: 'The hand is over', text: [`You took ${count(row.points[seat] ?? 0, 'point')}.`] }),
	next: 'a whole match'
};

function during(view: View, round: RoundView): Lesson {
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
				round.broken
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
