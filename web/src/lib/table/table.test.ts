import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../stores/settings.svelte';
import { blob } from '../games/blob';
import { hearts } from '../games/hearts';
import { makeRow, makeView } from '../testing/views';
import BidPad from './BidPad.svelte';
import Hand from './Hand.svelte';
import { direction, neighbour, platePlace, seatsFrom } from './places';
import ScoreSheet from './ScoreSheet.svelte';
import SeatPlate from './SeatPlate.svelte';
import { shortcut } from './shortcuts';

beforeEach(() => {
	settings.motion = 'none';
});

const choices = makeView().own!.turn!.cards;

test('a hand is buttons; an illegal card says why instead of being played', async () => {
	const onpress = vi.fn();
	const onrefuse = vi.fn();
	render(Hand, { cards: ['AS', '4S', '9D'], choices, onpress, onrefuse });
	await fireEvent.click(screen.getByRole('button', { name: 'ace of spades' }));
	expect(onpress).toHaveBeenCalledWith('AS');
	const illegal = screen.getByRole('button', { name: '9 of diamonds, not now: You must follow spades.' });
	expect(illegal.getAttribute('aria-disabled')).toBe('true');
	await fireEvent.click(illegal);
	expect(onrefuse).toHaveBeenCalledWith('You must follow spades.');
	expect(onpress).toHaveBeenCalledTimes(1);
});

test('arrow keys go along the hand and only one card is in the order of tabs', async () => {
	render(Hand, { cards: ['AS', '4S', '9D'], choices, onpress: vi.fn(), onrefuse: vi.fn() });
	const buttons = screen.getAllByRole('button');
	expect(buttons.map((button) => button.tabIndex)).toEqual([0, -1, -1]);
	buttons[0]!.focus();
	await fireEvent.keyDown(buttons[0]!, { key: 'ArrowLeft' });
	expect(document.activeElement).toBe(buttons[2]);
	await fireEvent.keyDown(buttons[2]!, { key: 'Home' });
	expect(document.activeElement).toBe(buttons[0]);
});

test('a hand that waits refuses every card', async () => {
	const onrefuse = vi.fn();
	render(Hand, { cards: ['AS'], choices: null, onpress: vi.fn(), onrefuse });
	await fireEvent.click(screen.getByRole('button'));
	expect(onrefuse).toHaveBeenCalledWith('It is not your turn.');
});

test('the bid pad shows the barred bid and why', async () => {
	const onbid = vi.fn();
	const onrefuse = vi.fn();
	const reason = 'The bids would add up.';
	const bids = [0, 1, 2].map((bid) => ({ bid, legal: bid !== 1, reason: bid === 1 ? reason : null }));
	const { table } = makeView({ phase: 'bid', bids: [null, 0, 2, null] });
	render(BidPad, { table, round: table.round!, own: 0, words: blob.bidPad!, choices: bids, onbid, onrefuse });
	expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
		'You ?',
		'Nell 0',
		'Otto 2',
		'Ines –'
	]);
	await fireEvent.click(screen.getByRole('button', { name: 'Bid 2' }));
	expect(onbid).toHaveBeenCalledWith(2);
	await fireEvent.click(screen.getByRole('button', { name: /Bid 1, not allowed/ }));
	expect(onrefuse).toHaveBeenCalledWith(reason);
	expect(screen.getByText(/1 is barred: The bids would add up/)).toBeTruthy();
});

test('a plate says who deals, bids, wins and thinks', () => {
	const { table } = makeView();
	render(SeatPlate, { table, game: blob, seat: table.seats[3]!, progress: 0.5 });
	expect(screen.getByText(', dealer')).toBeTruthy();
	expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
	expect(screen.getByText('normal')).toBeTruthy();
});

test('the score sheet shows rounds played and rounds to come', () => {
	const view = makeView();
	view.table.sheet = [makeRow()];
	render(ScoreSheet, { table: view.table, game: blob, own: 0 });
	expect(screen.getAllByRole('row')).toHaveLength(1 + 1 + 2 + 1);
});

test('partners share a column of the score sheet and a total', () => {
	const view = makeView();
	view.table.sides = 2;
	view.table.scores = [40, 11, 40, 11];
	view.table.sheet = [makeRow({ scores: [40, 11, 40, 11], totals: [40, 11, 40, 11] })];
	render(ScoreSheet, { table: view.table, game: blob, own: 2 });
	const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
	expect(heads.slice(2)).toEqual(['You and Ada', 'Nell and Ines']);
	expect(screen.getAllByText('40')).toHaveLength(2);
});

test('a match to a score says how it ends, and a moon stands on the sheet', () => {
	const view = makeView({}, {}, 'hearts');
	view.table.target = 100;
	view.table.sheet = [makeRow({ pass_to: 'across', scores: [26, 26, 26, 0], facts: { moon: 3 } })];
	render(ScoreSheet, { table: view.table, game: hearts, own: 0 });
	expect(screen.getByText('across')).toBeTruthy();
	expect(screen.getByText('0 moon')).toBeTruthy();
	expect(screen.getAllByText('+26')).toHaveLength(3);
	expect(screen.getByText(/ends when somebody has 100 points/)).toBeTruthy();
});

test('seats go round to the left from one’s own', () => {
	expect(seatsFrom(2, 4)).toEqual([2, 3, 0, 1]);
	expect(seatsFrom(null, 3)).toEqual([0, 1, 2]);
	expect(platePlace(0, 5)).toEqual({ x: 50, y: 100 });
	expect(direction(0, 4).y).toBeCloseTo(1);
	expect(direction(1, 4).x).toBeCloseTo(-1);
	expect([neighbour(3, 4, 'left'), neighbour(3, 4, 'across'), neighbour(3, 4, 'right')]).toEqual([0, 1, 2]);
	for (let players = 3; players <= 8; players++) {
		const places = Array.from({ length: players }, (_, step) => platePlace(step, players));
		expect(new Set(places.map((place) => `${place.x} ${place.y}`)).size).toBe(players);
	}
});

test('keys for the table are not taken from fields or from the browser', () => {
	const press = (key: string, extra: KeyboardEventInit = {}) =>
		shortcut(new KeyboardEvent('keydown', { key, ...extra }), false);
	expect(press('H')).toBe('h');
	expect(press('?')).toBe('?');
	expect(press('h', { ctrlKey: true })).toBeNull();
	expect(press('Enter')).toBeNull();
	expect(shortcut(new KeyboardEvent('keydown', { key: 'h' }), true)).toBeNull();
});
