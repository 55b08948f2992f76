import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import type { GameInfo, LevelInfo, StyleInfo } from '../api/messages';
import { blob } from '../games/blob';
import { hearts } from '../games/hearts';
import GamePanel from './GamePanel.svelte';
import type { TableForm } from './wish';

const option = { text: '', choices: [], least: null, most: null };
const rest = { text: '', sides: null, less_is_better: true, has_bids: false, has_passes: true };
const ways = ['left', 'right', 'across', 'hold'].map((key) => ({ key, label: key === 'hold' ? 'no pass' : key }));
const plain: StyleInfo = { key: 'plain', name: 'Plain', text: '', games: ['blob', 'hearts'] };
const heartsInfo: GameInfo = {
	...rest,
	key: 'hearts',
	name: 'Hearts',
	least_players: 4,
	most_players: 4,
	default_players: 4,
	options: [
		{ ...option, key: 'target', name: 'Match to', kind: 'number', least: 1, most: 1000, default: 100 },
		{
			...option,
			key: 'moon',
			name: 'Moon',
			kind: 'choice',
			choices: [
				{ key: 'add', label: 'Others get 26' },
				{ key: 'subtract', label: 'Shooter loses 26' }
			],
			default: 'add'
		},
		{ ...option, key: 'jack', name: 'Jack', kind: 'flag', default: false },
		{ ...option, key: 'passes', name: 'Passing', kind: 'series', choices: ways, default: ['left', 'right'] }
	],
	most_cards: { '4': 13 },
	styles: [plain, { key: 'hunt-leader', name: 'Hunter', text: '', games: ['hearts'] }]
};
const blobInfo: GameInfo = {
	...rest,
	key: 'blob',
	name: 'Blob',
	least_players: 3,
	most_players: 8,
	default_players: 4,
	options: [
		{ ...option, key: 'start_cards', name: 'First round', kind: 'number', least: 1, most: 17, default: 7 },
		{ ...option, key: 'round_cards', name: 'Every round', kind: 'numbers', least: 1, most: 17, default: null }
	],
	most_cards: { '4': 13, '8': 6 },
	styles: [plain]
};
const levels: LevelInfo[] = [
	{ key: 'easy', name: 'Easy', text: '' },
	{ key: 'expert', name: 'Expert', text: '' }
];

let onplay: ReturnType<typeof vi.fn<(form: TableForm | null) => void>>;

beforeEach(() => {
	localStorage.clear();
	onplay = vi.fn<(form: TableForm | null) => void>();
});

function showHearts(): void {
	render(GamePanel, { game: hearts, info: heartsInfo, levels, isBusy: false, onplay });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('one press plays; opponents and house rules are as chosen', async () => {
	showHearts();
	await fireEvent.change(screen.getByLabelText('Opponent 1'), { target: { value: 'expert' } });
	expect(screen.queryByLabelText(/Time for a turn/)).toBeNull();
	expect(screen.getAllByRole('option', { name: 'hunts the leader' }).length).toBeGreaterThan(0);
	await fireEvent.change(screen.getByLabelText('Opponent 2'), { target: { value: 'open' } });
	await fireEvent.change(screen.getByLabelText(/Time for a turn/), { target: { value: '120' } });
	await fireEvent.change(screen.getByLabelText('Match to'), { target: { value: '50' } });
	await fireEvent.change(screen.getByLabelText('Moon'), { target: { value: 'subtract' } });
	await fireEvent.click(screen.getByLabelText('Jack'));
	await press('Play Hearts');
	const form = onplay.mock.calls[0]![0]!;
	expect(form.opponents.map((other) => (other.kind === 'open' ? 'open' : other.level))).toEqual([
		'expert',
		'open',
		'normal'
	]);
	expect(form.turnSeconds).toBe(120);
	expect(form.house).toMatchObject({ target: 50, moon: 'subtract', jack: true });
});

test('Blob is for three to eight, and a busy page deals once', async () => {
	const { rerender } = render(GamePanel, { game: blob, info: blobInfo, levels, isBusy: false, onplay });
	await fireEvent.change(screen.getByLabelText('Players'), { target: { value: '8' } });
	expect(screen.getByText(/^8 players/)).toBeTruthy();
	expect(screen.getByLabelText<HTMLInputElement>('First round').value).toBe('6');
	await rerender({ isBusy: true });
	await press('Play Blob');
	expect(onplay).not.toHaveBeenCalled();
});

test('a press before the server has said what it knows is not lost, and the form comes with it', async () => {
	const { rerender } = render(GamePanel, { game: blob, info: undefined, levels, isBusy: false, onplay });
	await press('Play Blob');
	expect(onplay).toHaveBeenCalledWith(null);
	expect(screen.queryByLabelText('Players')).toBeNull();
	await rerender({ info: blobInfo });
	await fireEvent.change(screen.getByLabelText('Players'), { target: { value: '3' } });
	await rerender({ info: { ...blobInfo } });
	expect(screen.getByText(/^3 players/)).toBeTruthy();
});

test('a game for four asks for no number of players', () => {
	showHearts();
	expect(screen.queryByLabelText('Players')).toBeNull();
});

test('a number outside its limits is explained and not dealt', async () => {
	showHearts();
	const field = screen.getByLabelText<HTMLInputElement>('Match to');
	await fireEvent.change(field, { target: { value: '2000' } });
	expect(screen.getByText('2000 does not go: from 1 to 1000.')).toBeTruthy();
	expect(field.getAttribute('aria-invalid')).toBe('true');
	await press('Play Hearts');
	await vi.waitFor(() => expect(document.activeElement).toBe(field));
	expect(onplay).not.toHaveBeenCalled();
	await fireEvent.change(field, { target: { value: '' } });
	expect(screen.getByText('A whole number is needed.')).toBeTruthy();
	await fireEvent.change(field, { target: { value: '70' } });
	await press('Play Hearts');
	expect(onplay.mock.calls[0]![0]!.house).toMatchObject({ target: 70 });
});

test('the cards of every round are a list, checked against the deck', async () => {
	render(GamePanel, { game: blob, info: blobInfo, levels, isBusy: false, onplay });
	const field = screen.getByLabelText<HTMLInputElement>('Every round');
	await fireEvent.input(field, { target: { value: '5 ' } });
	expect(field.value).toBe('5 ');
	await fireEvent.change(field, { target: { value: '5 four 3' } });
	expect(screen.getByText(/“four” is not a whole number/)).toBeTruthy();
	await fireEvent.change(field, { target: { value: '14 3' } });
	expect(screen.getByText('14 does not go: from 1 to 13 for 4 players.')).toBeTruthy();
	await press('Play Blob');
	expect(onplay).not.toHaveBeenCalled();
	await fireEvent.change(field, { target: { value: '5, 4, 3' } });
	await press('Play Blob');
	expect(onplay.mock.calls[0]![0]!.house).toMatchObject({ round_cards: [5, 4, 3] });
});

test('a series is added to, reordered and taken from, and the keyboard stays with what was moved', async () => {
	showHearts();
	const group = screen.getByRole('group', { name: 'Passing' });
	const shown = () =>
		within(group)
			.getAllByRole('listitem')
			.map((item) => item.querySelector('.label')?.textContent);
	await press('Add no pass');
	expect(shown()).toEqual(['left', 'right', 'no pass']);
	await press('Move no pass, number 3, up');
	expect(shown()).toEqual(['left', 'no pass', 'right']);
	await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move no pass, number 2, up'));
	await press('Move left, number 1, down');
	await press('Move no pass, number 1, up');
	expect(shown()).toEqual(['no pass', 'left', 'right']);
	await press('Take left, number 2, out');
	await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Take right, number 2, out'));
	await press('Play Hearts');
	expect(onplay.mock.calls[0]![0]!.house.passes).toEqual(['hold', 'right']);
	await press('As usual');
	expect(shown()).toEqual(['left', 'right']);
	await press('Take left, number 1, out');
	await press('Take right, number 1, out');
	expect(shown()).toEqual(['right']);
	expect(within(group).getByText('One has to stay.')).toBeTruthy();
});
