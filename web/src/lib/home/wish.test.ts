import { beforeEach, expect, test } from 'vitest';
import type { GameInfo, HouseOption } from '../api/messages';
import { blob } from '../games/blob';
import { faultOf, limitsOf, readNumbers } from './house';
import { firstFault, fitted, keepForm, lastForm, wishOf, withPlayers } from './wish';

const option: Omit<HouseOption, 'key' | 'kind' | 'default'> = {
	name: '',
	text: '',
	choices: [],
	least: null,
	most: null
};
const suits = ['S', 'H', 'N'].map((key) => ({ key, label: key }));
const info: GameInfo = {
	key: 'blob',
	name: 'Blob',
	text: '',
	least_players: 3,
	most_players: 8,
	default_players: 4,
	sides: null,
	less_is_better: false,
	has_bids: true,
	has_passes: false,
	most_cards: { '3': 17, '4': 13, '8': 6 },
	options: [
		{ ...option, key: 'start_cards', kind: 'number', least: 1, most: 17, default: 7 },
		{ ...option, key: 'round_cards', kind: 'numbers', least: 1, most: 17, default: null },
		{ ...option, key: 'hook', kind: 'flag', default: true },
		{ ...option, key: 'trumps', kind: 'series', choices: suits, default: ['S', 'H', 'N'] }
	],
	styles: []
};

beforeEach(() => {
	localStorage.clear();
});

test('the usual table asks for nothing special', () => {
	const wish = wishOf(lastForm(info), info, ' ', 'normal');
	expect(wish).toMatchObject({ game: 'blob', name: 'Guest', pace: 'normal' });
	expect(wish.seats).toHaveLength(4);
	expect(wish).not.toHaveProperty('blob');
	expect(wish.turn_seconds).toBeUndefined();
});

test('players, friends and house rules are asked for, within what the deck allows', () => {
	const house = { start_cards: 10, hook: false, gone: 3, round_cards: [5, 4], trumps: ['N', 'S'] };
	const form = fitted(withPlayers({ ...lastForm(info), house }, 8), info, blob);
	form.opponents[0]!.kind = 'open';
	form.opponents[6]!.level = 'hard';
	const wish = wishOf(form, info, 'Ada', 'fast');
	expect(wish.seats?.slice(0, 3)).toEqual([
		{ kind: 'ai', level: 'hard', style: 'plain' },
		{ kind: 'human' },
		{ kind: 'open' }
	]);
	expect(wish).toHaveProperty('blob', { start_cards: 6, hook: false, round_cards: [5, 4], trumps: ['N', 'S'] });
	expect(wish.turn_seconds).toBe(60);
});

test('a usual hand that the deck cannot deal to so many is made smaller', () => {
	const form = fitted(withPlayers(lastForm(info), 8), info, blob);
	expect(wishOf(form, info, '', 'fast')).toHaveProperty('blob', { start_cards: 6 });
});

test('a list that was typed and not left yet is sent as numbers', () => {
	const form = { ...lastForm(info), house: { round_cards: '3, 2 ' } };
	expect(wishOf(form, info, '', 'fast')).toHaveProperty('blob', { round_cards: [3, 2] });
});

test('the form is as it was last time', () => {
	keepForm(withPlayers(lastForm(info), 6));
	expect(lastForm(info).opponents).toHaveLength(5);
	const { turnSeconds: _, ...older } = lastForm(info);
	localStorage.setItem('overtrick.table.blob', JSON.stringify(older));
	expect(lastForm(info).turnSeconds).toBe(60);
	localStorage.setItem('overtrick.table.blob', '{');
	expect(lastForm(info).opponents).toHaveLength(3);
});

test('what is kept and no longer fits the game is left out', () => {
	const house = { start_cards: 'many', round_cards: [3, 2], hook: 1, trumps: ['X'], gone: true };
	keepForm({ ...withPlayers(lastForm(info), 8), house: house as never });
	const small = { ...info, most_players: 4 };
	expect(lastForm(small).opponents).toHaveLength(3);
	expect(lastForm(small).house).toEqual({ round_cards: [3, 2] });
});

test('lists of numbers are read as people write them', () => {
	expect(readNumbers(' 5 4, 3;2 1 ')).toEqual([5, 4, 3, 2, 1]);
	expect(readNumbers(' ')).toBeNull();
	expect(readNumbers('5 x 3')).toBe('“x” is not a whole number. Write them like this: 5 4 3 2 1');
	expect(readNumbers('-1')).toContain('“-1”');
});

test('what cannot be played is said in words, with what would go', () => {
	const [start, rounds, , trumps] = info.options as [HouseOption, HouseOption, HouseOption, HouseOption];
	const limits = limitsOf(start, info, blob, 8);
	expect(faultOf(start, 9, limits)).toBe('9 does not go: from 1 to 6 for 8 players.');
	expect(faultOf(start, 2.5, limits)).toBe('A whole number is needed.');
	expect(faultOf(start, 6, limits)).toBeNull();
	expect(faultOf(rounds, [3, 7], limits)).toBe('7 does not go: from 1 to 6 for 8 players.');
	expect(faultOf(rounds, 'five', limits)).toContain('“five” is not a whole number');
	expect(faultOf(rounds, null, limits)).toBeNull();
	expect(faultOf(trumps, [], limitsOf(trumps, info, blob, 8))).toBe('At least one is needed.');
	expect(limitsOf({ ...start, key: 'target', most: 1000 }, info, blob, 8).most).toBe(1000);
	const form = { ...lastForm(info), house: { start_cards: 99 } };
	expect(firstFault(form, info, blob)).toEqual({
		key: 'start_cards',
		reason: '99 does not go: from 1 to 13 for 4 players.'
	});
	expect(firstFault(lastForm(info), info, blob)).toBeNull();
});
