import type { CreateTable, Game, GameInfo, Level, SeatWish, Style } from '../api/messages';

/** One opponent as the form shows them. */
export interface Opponent {
	kind: 'ai' | 'open';
	level: Level;
	style: Style;
}

/** What the form on the first page holds. */
export interface TableForm {
	game: Game;
	/** The others at the table; one's own seat is not counted. */
	opponents: Opponent[];
	/** House rules by key, where they differ from the usual game. */
	house: Record<string, boolean | number | string>;
	/** Seconds for a decision in company; 0 for no limit. */
	turnSeconds: TurnSeconds;
}

export type TurnSeconds = NonNullable<CreateTable['turn_seconds']>;

/** What one may choose from, with the words for it. */
export const TURN_CHOICES: readonly (readonly [TurnSeconds, string])[] = [
	[30, '30 seconds'],
	[60, 'One minute'],
	[120, 'Two minutes'],
	[0, 'No limit']
];

const USUAL_TURN: TurnSeconds = 60;

const KEY = 'overtrick.table';

export function opponent(): Opponent {
	return { kind: 'ai', level: 'normal', style: 'plain' };
}

/** The same form as last time on this device, or four at the table. */
export function lastForm(game: Game): TableForm {
	try {
		const kept = JSON.parse(localStorage.getItem(`${KEY}.${game}`) ?? 'null') as TableForm | null;
		if (kept && Array.isArray(kept.opponents) && kept.opponents.length >= 2)
			return { ...kept, game, turnSeconds: kept.turnSeconds ?? USUAL_TURN };
	} catch {
		// Nothing kept, or not by this version: the usual table.
	}
	return { game, opponents: [opponent(), opponent(), opponent()], house: {}, turnSeconds: USUAL_TURN };
}

export function keepForm(form: TableForm): void {
	try {
		localStorage.setItem(`${KEY}.${form.game}`, JSON.stringify(form));
	} catch {
		// The form is as usual next time.
	}
}

/** A form with as many players as asked for. */
export function withPlayers(form: TableForm, players: number): TableForm {
	const opponents = form.opponents.slice(0, players - 1);
	while (opponents.length < players - 1) opponents.push(opponent());
	return { ...form, opponents };
}

/** What to send to the server. House rules that the game does not know any more, or that are as usual, are left out. */
export function wishOf(
	form: TableForm,
	info: GameInfo | undefined,
	name: string,
	pace: CreateTable['pace']
): CreateTable {
	// On the left of the first dealer: the first bid and the first card of a match are one's own, and nobody is waited for.
	const others = form.opponents.map(seatOf);
	const seats: SeatWish[] = [...others.slice(-1), { kind: 'human' }, ...others.slice(0, -1)];
	const house: Record<string, unknown> = {};
	for (const option of info?.options ?? []) {
		const value = form.house[option.key];
		if (value === undefined || value === option.default) continue;
		const most = option.key === 'start_cards' ? (info?.most_cards[String(seats.length)] ?? option.most) : option.most;
		house[option.key] = typeof value === 'number' && most !== null ? Math.min(value, most) : value;
	}
	const wish: CreateTable = { game: form.game, name: name.trim() || 'Guest', pace, seats };
	if (hasFriends(form)) wish.turn_seconds = form.turnSeconds;
	if (Object.keys(house).length > 0) Object.assign(wish, { [form.game]: house });
	return wish;
}

/** Whether somebody is to come: who plays alone takes any time. */
export function hasFriends(form: TableForm): boolean {
	return form.opponents.some((other) => other.kind === 'open');
}

function seatOf(other: Opponent): SeatWish {
	return other.kind === 'open' ? { kind: 'open' } : { kind: 'ai', level: other.level, style: other.style };
}
