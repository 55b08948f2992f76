import type { SheetRow } from '../../api/messages';
import { count } from '../../words/words';
import type { SheetParts } from '../game';
import { hasContract, nilHolds, standingOf } from './contract';
import Dealt from './Dealt.svelte';

export const sheet: SheetParts = {
	head: 'Cards',
	Dealt,
	note: (row, seats) => {
		const [seat = 0] = seats;
		const { contract, counted, bagsTaken } = standingOf(row, seat);
		const bags = bagsTaken ? [count(bagsTaken, 'bag')] : [];
		const more = [...bags, ...nilWords(row, seats)];
		return {
			text: [`${counted}/${contract}`, ...more].join(', '),
			title: [`contract ${contract}, ${count(counted, 'trick')} towards it`, ...more].join(', '),
			isMade: hasContract(row, seat)
		};
	},
	coming: () => [],
	ending: ({ target, house }) =>
		target === null
			? ''
			: `The match ends when a side has ${count(target, 'point')}, or ${house.losing_score} or fewer; the higher score wins.`
};

/** What became of each nil of a side. */
function nilWords(row: SheetRow, seats: readonly number[]): string[] {
	return seats.flatMap((seat) => {
		const holds = nilHolds(row, seat);
		return holds === null ? [] : [holds ? 'nil made' : 'nil failed'];
	});
}
