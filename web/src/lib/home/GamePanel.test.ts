import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import type { GameInfo, PlayerList } from '../api/messages';
import BlobRules from '../learn/BlobRules.svelte';
import HeartsRules from '../learn/HeartsRules.svelte';
import GamePanel from './GamePanel.svelte';
import type { TableForm } from './wish';

const option = { text: '', choices: [], least: null, most: null };
const info: GameInfo = {
	key: 'hearts',
	name: 'Hearts',
	text: '',
	least_players: 4,
	most_players: 4,
	options: [
		{ ...option, key: 'target', name: 'Match to', kind: 'number', least: 1, most: 1000, default: 100 },
		{ ...option, key: 'moon', name: 'Moon', kind: 'choice', choices: ['add', 'subtract'], default: 'add' },
		{ ...option, key: 'jack', name: 'Jack', kind: 'switch', default: false }
	],
	most_cards: { '4': 13 }
};
const players: PlayerList = {
	levels: [
		{ key: 'easy', name: 'Easy', text: '' },
		{ key: 'expert', name: 'Expert', text: '' }
	],
	styles: [
		{ key: 'plain', name: 'Plain', text: '', games: ['blob', 'hearts'] },
		{ key: 'cautious', name: 'Cautious', text: '', games: ['hearts'] }
	],
	paces: []
};

beforeEach(() => {
	localStorage.clear();
});

test('one press plays; opponents and house rules are as chosen', async () => {
	const onplay = vi.fn<(form: TableForm) => void>();
	render(GamePanel, { game: 'hearts', name: 'Hearts', text: '', fan: ['QS'], info, players, isBusy: false, onplay });
	await fireEvent.change(screen.getByLabelText('Opponent 1'), { target: { value: 'expert' } });
	expect(screen.queryByLabelText(/Time for a turn/)).toBeNull();
	await fireEvent.change(screen.getByLabelText('Opponent 2'), { target: { value: 'open' } });
	await fireEvent.change(screen.getByLabelText(/Time for a turn/), { target: { value: '120' } });
	await fireEvent.change(screen.getByLabelText('Match to'), { target: { value: '50' } });
	await fireEvent.change(screen.getByLabelText('Moon'), { target: { value: 'subtract' } });
	await fireEvent.click(screen.getByLabelText('Jack'));
	await fireEvent.click(screen.getByRole('button', { name: 'Play Hearts' }));
	const form = onplay.mock.calls[0]![0];
	expect(form.opponents.map((other) => (other.kind === 'open' ? 'open' : other.level))).toEqual([
		'expert',
		'open',
		'normal'
	]);
	expect(form.turnSeconds).toBe(120);
	expect(form.house).toMatchObject({ target: 50, moon: 'subtract', jack: true });
});

test('Blob is for three to eight, and a busy page deals once', async () => {
	const onplay = vi.fn();
	const { rerender } = render(GamePanel, {
		game: 'blob',
		name: 'Blob',
		text: '',
		fan: [],
		info: undefined,
		players,
		isBusy: false,
		onplay
	});
	await fireEvent.change(screen.getByLabelText('Players'), { target: { value: '8' } });
	expect(screen.getByText(/^8 players/)).toBeTruthy();
	await rerender({ isBusy: true });
	await fireEvent.click(screen.getByRole('button', { name: 'Play Blob' }));
	expect(onplay).not.toHaveBeenCalled();
});

test('the rules have pictures with names for those who do not see them', () => {
	render(BlobRules);
	expect(screen.getByRole('img', { name: 'ace of spades' })).toBeTruthy();
	render(HeartsRules);
	expect(screen.getAllByRole('img', { name: 'queen of spades' }).length).toBeGreaterThan(0);
});
