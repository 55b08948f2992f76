import type { SeatView, TableView } from '../api/messages';

/** Those who win and lose together: one seat, or partners. */
export interface Side {
	/** From 0; seat `s` is on side `s % sides`. */
	number: number;
	seats: readonly number[];
	isOwn: boolean;
	/** "You", "Nell", "You and Otto". */
	name: string;
}

/** The sides at a table, each as somebody in the seat `own` would call it. */
export function sidesOf(table: Pick<TableView, 'sides' | 'seats'>, own: number | null): Side[] {
	return Array.from({ length: table.sides }, (_, number) => {
		const members = table.seats.filter((seat) => seat.seat % table.sides === number);
		const isOwn = members.some((seat) => seat.seat === own);
		return {
			number,
			seats: members.map((seat) => seat.seat),
			isOwn,
			name: ownFirst(members, own)
				.map((seat) => (seat.seat === own ? 'You' : seat.name))
				.join(' and ')
		};
	});
}

/** Whether anybody has a partner. */
export function hasPartners(table: Pick<TableView, 'sides' | 'seats'>): boolean {
	return table.sides < table.seats.length;
}

/** What a side has in a list by seat: partners have the same. */
export function ofSide<Value>(values: readonly Value[], side: Pick<Side, 'seats'>): Value | undefined {
	return values[side.seats[0] ?? -1];
}

function ownFirst(seats: readonly SeatView[], own: number | null): SeatView[] {
	return [...seats].sort((a, b) => Number(b.seat === own) - Number(a.seat === own));
}
