import type { View } from '../api/messages';
import type { Lessons } from '../games/game';

/** What the teacher says at a moment of a lesson. */
export interface Lesson {
	title: string;
	text: readonly string[];
}

/** What to tell somebody who is learning, from what they see now. */
export function lessonFor(view: View, lessons: Lessons): Lesson {
	const { result, round, sheet } = view.table;
	if (result !== null)
		return {
			title: 'That was the lesson',
			text: [`You know enough to play. Next: ${lessons.next}, from the page “Learn”.`]
		};
	if (round === null) return { title: 'Sit down', text: ['The cards are dealt as soon as the table is full.'] };
	if (round.phase !== 'over') return lessons.during(view, round);
	const row = sheet[sheet.length - 1];
	if (row === undefined || view.own === null) return { title: 'The round is over', text: [] };
	return lessons.after(row, view.own.seat);
}
