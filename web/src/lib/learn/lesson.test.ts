import { expect, test } from 'vitest';
import type { View } from '../api/messages';
import { gameFor, makeRow, makeView } from '../testing/views';
import { lessonFor as lessonIn, type Lesson } from './lesson';

function lessonFor(view: View): Lesson {
	return lessonIn(view, gameFor(view.table.game)!.lessons);
}

test('the teacher explains the bid, and the barred one to the dealer', () => {
	const bids = [0, 1].map((bid) => ({ bid, legal: bid !== 1, reason: null }));
	const turn = { phase: 'bid' as const, bids, cards: [], count: 1, forced: false };
	const lesson = lessonFor(makeView({ phase: 'bid' }, { turn, hand: ['AS', '9H'] }));
	expect(lesson.text.join(' ')).toContain('1 is barred');
	expect(lesson.text.join(' ')).toContain('9 of hearts');
});

test('the teacher says what the hand needs', () => {
	expect(lessonFor(makeView()).text.join(' ')).toContain('you need 1 more trick');
	expect(lessonFor(makeView({ tricks: [1, 0, 0, 0] })).text.join(' ')).toContain('try to lose every other trick');
	expect(lessonFor(makeView({}, { hand: ['9D'] })).text.join(' ')).toContain('you have none');
	expect(lessonFor(makeView({ trick: null })).title).toBe('You lead');
	expect(lessonFor(makeView({}, { turn: null })).title).toBe('Watch the others');
});

test('Hearts has its own lesson', () => {
	expect(lessonFor(makeView({ phase: 'pass' }, {}, 'hearts')).title).toBe('Pass three cards');
	expect(lessonFor(makeView({}, {}, 'hearts')).title).toBe('Follow suit');
	expect(lessonFor(makeView({}, { hand: ['9D'] }, 'hearts')).title).toBe('Throw a card away');
	expect(lessonFor(makeView({ trick: null }, {}, 'hearts')).text.join(' ')).toContain('low card');
});

test('a round that is over is looked back at', () => {
	const view = makeView({ phase: 'over' });
	view.table.sheet = [makeRow({ cards: 1, bids: [1, 0, 0, 0], tricks: [1, 0, 0, 0] })];
	expect(lessonFor(view).title).toBe('Exactly right');
	view.table.result = { winners: [0], scores: [11, 10, 10, 10], places: [1, 2, 2, 2] };
	expect(lessonFor(view).title).toBe('That was the lesson');
});
