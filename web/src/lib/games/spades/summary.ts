import type { SummaryParts } from '../game';
import { bidWord, hasContract, isMade, nilHolds, standingOf } from './contract';

export const summary: SummaryParts = {
	title: (_table, row, own) => {
		if (own === null) return 'The round is over';
		const nil = nilHolds(row, own);
		if (nil !== null) return nil ? 'You made your nil' : 'Your nil failed';
		return hasContract(row, own) ? 'Your side made its contract' : 'Your side was set';
	},
	columns: [
		{
			head: 'Bid',
			value: (row, seat) => {
				const bid = row.bids[seat] ?? null;
				return bid === null ? null : bidWord(bid);
			}
		},
		{ head: 'Won', value: (row, seat) => row.tricks[seat] },
		{
			head: 'Side',
			isOfSide: true,
			value: (row, seat) => {
				const { contract, counted } = standingOf(row, seat);
				return `${counted}/${contract}`;
			}
		},
		{ head: 'Bags', isOfSide: true, value: (row, seat) => standingOf(row, seat).bagsTaken }
	],
	isMade,
	made: 'bid made',
	review: 'Was my bid right?'
};
