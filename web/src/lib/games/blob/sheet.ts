import type { SheetRow, Suit } from '../../api/messages';
import type { SheetParts } from '../game';
import Dealt from './Dealt.svelte';

export const sheet: SheetParts = {
	head: 'Cards',
	Dealt,
	note: (row, [seat = 0]) => ({
		text: `${row.tricks[seat]}/${row.bids[seat]}`,
		title: `bid ${row.bids[seat]}, won ${row.tricks[seat]}`,
		isMade: isMade(row, seat)
	}),
	coming: ({ house, sheet: played }) => {
		const cards = listOf(house.round_cards).map(Number);
		const trumps = listOf(house.trumps).map(String);
		return cards.slice(played.length).map((size, at) => ({
			round: played.length + at + 1,
			cards: size,
			trump: trumpOf(trumps[(played.length + at) % trumps.length]),
			pass_to: null
		}));
	},
	ending: () => ''
};

/** Whether a seat took what it bid. */
export function isMade(row: SheetRow, seat: number): boolean {
	return row.bids[seat] === row.tricks[seat];
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

/** A round's trump as the house rules write it: the letter of a suit, or `N` for none. */
function trumpOf(letter: string | undefined): Suit | null {
	return letter === undefined || letter === 'N' ? null : (letter as Suit);
}
