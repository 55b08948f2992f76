/** Where a seat is round the table, in percent of its width and height; one's own seat is at the foot. */
export interface Place {
	x: number;
	y: number;
}

/** Name plates of the others, going round to the left from one's own seat. */
const PLATES: Record<number, readonly Place[]> = {
	3: [at(0, 6), at(100, 6)],
	4: [at(0, 26), at(50, 0), at(100, 26)],
	5: [at(0, 48), at(14, 0), at(86, 0), at(100, 48)],
	6: [at(0, 66), at(0, 12), at(50, 0), at(100, 12), at(100, 66)],
	7: [at(0, 74), at(0, 36), at(22, 0), at(78, 0), at(100, 36), at(100, 74)],
	8: [at(0, 78), at(0, 40), at(0, 0), at(50, 0), at(100, 0), at(100, 40), at(100, 78)]
};

function at(x: number, y: number): Place {
	return { x, y };
}

/** Seats in the order they sit round the table as seen from `own`; a spectator sits at seat 0. */
export function seatsFrom(own: number | null, players: number): number[] {
	return Array.from({ length: players }, (_, step) => ((own ?? 0) + step) % players);
}

/** The plate of the seat `step` places to the left. */
export function platePlace(step: number, players: number): Place {
	return step === 0 ? at(50, 100) : (PLATES[players]?.[step - 1] ?? at(50, 0));
}

/** The direction from the middle of the table to a seat, -1 to 1 each way. */
export function direction(step: number, players: number): Place {
	const angle = Math.PI / 2 + (2 * Math.PI * step) / players;
	return at(Math.cos(angle), Math.sin(angle));
}

/** The seat one looks at to the left, across or to the right. */
export function neighbour(own: number, players: number, way: 'left' | 'across' | 'right' | 'hold'): number {
	const steps = { left: 1, across: players / 2, right: players - 1, hold: 0 };
	return (own + steps[way]) % players;
}
