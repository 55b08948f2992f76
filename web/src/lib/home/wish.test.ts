import { beforeEach, expect, test } from 'vitest';
import type { GameInfo } from '../api/messages';
import { keepForm, lastForm, wishOf, withPlayers } from './wish';

const info: GameInfo = {
	key: 'blob',
	name: 'Blob',
	text: '',
	least_players: 3,
	most_players: 8,
	options: [
		{ key: 'start_cards', name: '', text: '', kind: 'number', choices: [], least: 1, most: 17, default: 5 },
		{ key: 'hook', name: '', text: '', kind: 'switch', choices: [], least: null, most: null, default: true }
	],
	most_cards: { '3': 17, '4': 13, '8': 6 }
};

beforeEach(() => {
	localStorage.clear();
});

test('the usual table asks for nothing special', () => {
	const wish = wishOf(lastForm('blob'), info, ' ', 'normal');
	expect(wish).toMatchObject({ game: 'blob', name: 'Guest', pace: 'normal' });
	expect(wish.seats).toHaveLength(4);
	expect(wish.blob).toBeUndefined();
	expect(wish.turn_seconds).toBeUndefined();
});

test('players, friends and house rules are asked for, within what the deck allows', () => {
	const form = withPlayers({ ...lastForm('blob'), house: { start_cards: 10, hook: false, gone: 3 } }, 8);
	form.opponents[0]!.kind = 'open';
	form.opponents[6]!.level = 'hard';
	const wish = wishOf(form, info, 'Ada', 'fast');
	expect(wish.seats?.slice(0, 3)).toEqual([
		{ kind: 'ai', level: 'hard', style: 'plain' },
		{ kind: 'human' },
		{ kind: 'open' }
	]);
	expect(wish.blob).toEqual({ start_cards: 6, hook: false });
	expect(wish.turn_seconds).toBe(60);
});

test('the form is as it was last time', () => {
	keepForm(withPlayers(lastForm('blob'), 6));
	expect(lastForm('blob').opponents).toHaveLength(5);
	const { turnSeconds: _, ...older } = lastForm('blob');
	localStorage.setItem('overtrick.table.blob', JSON.stringify(older));
	expect(lastForm('blob').turnSeconds).toBe(60);
	localStorage.setItem('overtrick.table.blob', '{');
	expect(lastForm('blob').opponents).toHaveLength(3);
});
