import { count, nameOf } from '../../words/words';
import type { SummaryParts } from '../game';

export const summary: SummaryParts = {
	title: (table, row, own) => {
		const shooter = row.facts.moon;
		if (typeof shooter === 'number') return `${nameOf(table, shooter, own)} shot the moon`;
		return own === null ? 'The round is over' : `You took ${count(row.points[own] ?? 0, 'point')}`;
	},
	columns: [{ head: 'Taken', value: (row, seat) => row.points[seat] }],
	isMade: () => false,
	made: '',
	review: 'How did I play?'
};
