import type { GameInfo, HouseOption } from '../api/messages';
import type { HouseValue, PageGame } from '../games/game';
import { count } from '../words/words';

/** From where to where a number may go. */
export interface Limits {
	least: number | null;
	most: number | null;
	/** Why it may go no further than `most`, where that is not the rule itself. */
	because: string;
}

/** The limits of a house rule at a table of so many; the deck limits the cards of a hand. */
export function limitsOf(option: HouseOption, info: GameInfo, game: PageGame, players: number): Limits {
	const { least, most } = option;
	const deck = game.handSizes.includes(option.key) ? info.most_cards[String(players)] : undefined;
	if (deck === undefined || (most !== null && most <= deck)) return { least, most, because: '' };
	return { least, most: deck, because: ` for ${count(players, 'player')}` };
}

/** Whether a value kept on the device is one that the rule can have at all. */
export function isValue(option: HouseOption, value: HouseValue): boolean {
	const known = (key: unknown) => option.choices.some((choice) => choice.key === key);
	switch (option.kind) {
		case 'flag':
			return typeof value === 'boolean';
		case 'number':
			return Number.isInteger(value);
		case 'choice':
			return known(value);
		case 'series':
			return Array.isArray(value) && value.length > 0 && value.every(known);
		case 'numbers':
			return value === null || (Array.isArray(value) && value.every(Number.isInteger));
	}
}

/** Whether a rule is as the server has it anyway. */
export function isUsual(option: HouseOption, value: HouseValue): boolean {
	return JSON.stringify(value) === JSON.stringify(option.default);
}

/** What is wrong with a value, in words; null when nothing is. A list that cannot be read is still the text that was typed. */
export function faultOf(option: HouseOption, value: HouseValue, limits: Limits): string | null {
	if (option.kind === 'number') return faultOfNumber(value, limits);
	if (option.kind === 'series') return Array.isArray(value) && value.length > 0 ? null : 'At least one is needed.';
	if (option.kind !== 'numbers') return null;
	const numbers = typeof value === 'string' ? readNumbers(value) : value;
	if (typeof numbers === 'string') return numbers;
	const faults = (Array.isArray(numbers) ? numbers : []).flatMap((number) => faultOfNumber(number, limits) ?? []);
	return faults[0] ?? null;
}

/** What is wrong with one number. */
export function faultOfNumber(value: HouseValue, { least, most, because }: Limits): string | null {
	if (typeof value !== 'number' || !Number.isInteger(value)) return 'A whole number is needed.';
	const isOutside = (least !== null && value < least) || (most !== null && value > most);
	if (!isOutside) return null;
	if (least === null) return `${value} is too many: at most ${most}${because}.`;
	return `${value} does not go: from ${least}${most === null ? ' on' : ` to ${most}${because}`}.`;
}

/** A list of whole numbers as somebody types it, `5 4 3` or `5, 4, 3`; empty is null, and a text says what is wrong. */
export function readNumbers(text: string): number[] | null | string {
	const words = text.split(/[\s,;]+/).filter((word) => word !== '');
	if (words.length === 0) return null;
	const wrong = words.find((word) => !/^\d+$/.test(word));
	return wrong === undefined ? words.map(Number) : `“${wrong}” is not a whole number. Write them like this: 5 4 3 2 1`;
}

/** The numbers of a text, or the text itself where it cannot be read. */
export function numbersOr(text: string): number[] | null | string {
	const numbers = readNumbers(text);
	return typeof numbers === 'string' ? text : numbers;
}
