import type { CreateTable, GameInfo, HouseOption, Level, SeatWish } from '../api/messages';
import type { HouseValue, PageGame } from '../games/game';
import { faultOf, isUsual, isValue, limitsOf, numbersOr } from './house';

/** One opponent as the form shows them. */
export interface Opponent {
	kind: 'ai' | 'open';
	level: Level;
	style: NonNullable<SeatWish['style']>;
}

/** What the form on the first page holds. */
export interface TableForm {
	game: GameInfo['key'];
	/** The others at the table; one's own seat is not counted. */
	opponents: Opponent[];
	/** House rules by key, where they differ from the usual game. */
	house: Record<string, HouseValue>;
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

/** The same form as last time on this device, as far as the game still has it so; or the usual table. */
export function lastForm(info: GameInfo): TableForm {
	const usual: TableForm = { game: info.key, opponents: [], house: {}, turnSeconds: USUAL_TURN };
	const kept = readForm(info.key);
	if (kept === null) return withPlayers(usual, info.default_players);
	const { least_players: least, most_players: most } = info;
	const players = Math.min(Math.max(kept.opponents.length + 1, least), most);
	const house = info.options.flatMap((option) => {
		const value = kept.house?.[option.key];
		return value !== undefined && isValue(option, value) ? [[option.key, value] as const] : [];
	});
	return withPlayers(
		{
			...usual,
			opponents: kept.opponents,
			house: Object.fromEntries(house),
			turnSeconds: kept.turnSeconds ?? USUAL_TURN
		},
		players
	);
}

/** The form as it is offered first: like last time, and within what the deck allows. */
export function firstForm(info: GameInfo, game: PageGame): TableForm {
	return fitted(lastForm(info), info, game);
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

/** How a house rule is set in the form. */
export function valueOf(form: TableForm, option: HouseOption): HouseValue {
	const value = form.house[option.key];
	return value === undefined ? option.default : value;
}

/** A form whose numbers are within what the deck allows for so many players. */
export function fitted(form: TableForm, info: GameInfo, game: PageGame): TableForm {
	const house = { ...form.house };
	for (const option of info.options) {
		const { most } = limitsOf(option, info, game, form.opponents.length + 1);
		const value = valueOf(form, option);
		if (typeof value === 'number' && most !== null && value > most) house[option.key] = most;
	}
	return { ...form, house };
}

/** The first house rule that cannot be played so, and why; null when all can. */
export function firstFault(form: TableForm, info: GameInfo, game: PageGame): { key: string; reason: string } | null {
	for (const option of info.options) {
		const limits = limitsOf(option, info, game, form.opponents.length + 1);
		const reason = faultOf(option, valueOf(form, option), limits);
		if (reason !== null) return { key: option.key, reason };
	}
	return null;
}

/** What to send to the server. House rules that are as usual are left out. */
export function wishOf(form: TableForm, info: GameInfo, name: string, pace: CreateTable['pace']): CreateTable {
	// On the left of the first dealer: the first bid and the first card of a match are one's own, and nobody is waited for.
	const others = form.opponents.map(seatOf);
	const seats: SeatWish[] = [...others.slice(-1), { kind: 'human' }, ...others.slice(0, -1)];
	const house: Record<string, HouseValue> = {};
	for (const option of info.options) {
		const typed = valueOf(form, option);
		const value = option.kind === 'numbers' && typeof typed === 'string' ? numbersOr(typed) : typed;
		if (!isUsual(option, value)) house[option.key] = value;
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

function readForm(game: string): TableForm | null {
	try {
		const kept = JSON.parse(localStorage.getItem(`${KEY}.${game}`) ?? 'null') as TableForm | null;
		return kept !== null && Array.isArray(kept.opponents) ? kept : null;
	} catch {
		// Not by this version: the usual table.
		return null;
	}
}
