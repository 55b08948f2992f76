import type { SummaryParts } from '../game';
import { isMade } from './sheet';

export const summary: SummaryParts = {
	title: (_table, row, own) => {
		if (own === null) return 'The round is over';
		return isMade(row, own) ? 'You made your bid' : 'You missed your bid';
	},
	columns: [
		{ head: 'Bid', value: (row, seat) => row.bids[seat] },
		{ head: 'Won', value: (row, seat) => row.tricks[seat] }
	],
	isMade,
	made: 'bid made',
	review: 'Was my bid right?'
};
