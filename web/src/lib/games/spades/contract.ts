import type { RoundView, SheetRow } from '../../api/messages';

/** How the side of a seat stands, from what the server tells of the round. */
export interface Standing {
	/** What both partners have bid so far. */
	contract: number;
	/** Tricks that count for it. */
	counted: number;
	/** Bags when the round began. */
	bagsBefore: number;
	/** Bags of the round, known at its end; null before. */
	bagsTaken: number | null;
}

/** A round that is played or over, as far as contracts go. */
export type Round = Pick<RoundView | SheetRow, 'bids' | 'tricks' | 'facts'>;

const SIDES = 2;

export function partnerOf(seat: number): number {
	return (seat + SIDES) % (2 * SIDES);
}

export function standingOf({ facts }: Pick<Round, 'facts'>, seat: number): Standing {
	const of = (key: string): number | null => {
		const values = facts[key];
		return Array.isArray(values) ? (values[seat % SIDES] ?? null) : null;
	};
	return {
		contract: of('contracts') ?? 0,
		counted: of('counted') ?? 0,
		bagsBefore: of('bags') ?? 0,
		bagsTaken: of('bags_taken')
	};
}

/** Whether the contract of a seat's side has been reached. */
export function hasContract(round: Round, seat: number): boolean {
	const { contract, counted } = standingOf(round, seat);
	return counted >= contract;
}

/** Whether a seat has bid nil, and if so whether it has taken no trick; null for any other bid. */
export function nilHolds(round: Round, seat: number): boolean | null {
	return round.bids[seat] === 0 ? round.tricks[seat] === 0 : null;
}

/** Whether a seat reached what it set out for: its nil, or the contract of its side. */
export function isMade(round: Round, seat: number): boolean {
	return nilHolds(round, seat) ?? hasContract(round, seat);
}

/** How a bid is called: none is nil. */
export function bidWord(bid: number): string {
	return bid === 0 ? 'nil' : String(bid);
}
