import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SheetRow, View } from '../api/messages';
import { TableSession } from '../stores/session.svelte';
import { DEFAULTS, settings } from '../stores/settings.svelte';
import { FakeLine } from '../testing/line';
import { gameFor, makeEvent, makeRow, makeView } from '../testing/views';
import GameTable from './GameTable.svelte';

let line: FakeLine;
let session: TableSession;

const onjoin = vi.fn();
const onleave = vi.fn();

/** The table as the server would show it. */
function sit(view: View, isLesson = false): void {
	session = new TableSession({
		id: 'abc',
		token: 'token-token-token',
		open: () => (line = new FakeLine()),
		trickStays: () => 10,
		games: gameFor
	});
	session.connect();
	line.onopen?.();
	line.say({ type: 'welcome', seat: view.own?.seat ?? null, missed: [], is_complete: true, view });
	render(GameTable, {
		session,
		isLesson,
		door: { address: 'http://here/game/abc', join: onjoin, leave: onleave }
	});
}

function row(scores: number[], moon: number | null = null): SheetRow {
	return makeRow({ trump: null, points: [0, 0, 0, 26], scores, totals: scores, facts: moon === null ? {} : { moon } });
}

beforeEach(() => {
	Object.assign(settings, DEFAULTS, { motion: 'none' });
	vi.clearAllMocks();
});

test('a card is played by a press, and an illegal one explained', async () => {
	sit(makeView());
	await fireEvent.click(screen.getByRole('button', { name: 'ace of spades' }));
	expect(line.last()).toMatchObject({ type: 'play', card: 'AS' });
	await fireEvent.click(screen.getByRole('button', { name: /9 of diamonds/ }));
	expect(screen.getByRole('status').textContent).toContain('You must follow spades.');
	expect(screen.getByRole('img', { name: 'Ines: queen of spades, best so far' })).toBeTruthy();
});

test('bids by pad and by digit, the barred one with its reason', async () => {
	const bids = [0, 1, 2].map((bid) => ({ bid, legal: bid !== 2, reason: bid === 2 ? 'It would add up.' : null }));
	sit(
		makeView({ phase: 'bid', trick: null }, { turn: { phase: 'bid', bids, cards: [], count: 1, forced: false } }),
		true
	);
	await fireEvent.keyDown(window, { key: '2' });
	expect(screen.getByRole('status').textContent).toContain('It would add up.');
	await fireEvent.keyDown(window, { key: '1' });
	expect(line.last()).toMatchObject({ type: 'bid', bid: 1 });
	expect(screen.getByRole('region', { name: 'Lesson' })).toBeTruthy();
});

test('three cards are picked and passed', async () => {
	const cards = ['AS', '4S', '9D', '2C'].map((card) => ({ card, legal: true, reason: null }));
	const own = {
		hand: ['AS', '4S', '9D', '2C'],
		turn: { phase: 'pass' as const, bids: [], cards, count: 3, forced: false }
	};
	sit(makeView({ phase: 'pass', turn: null, trick: null, pass_to: 'left', trump: null }, own, 'hearts'));
	for (const name of ['ace of spades', '4 of spades', '9 of diamonds', '2 of clubs'])
		await fireEvent.click(screen.getByRole('button', { name }));
	expect(screen.getByRole('status').textContent).toContain('put one back');
	await fireEvent.click(screen.getByRole('button', { name: 'Pass these cards' }));
	expect(line.last()).toMatchObject({ type: 'pass', cards: ['AS', '4S', '9D'] });
	expect(screen.getByText('Pass 3 cards to the left to Nell')).toBeTruthy();
});

test('hint, undo and claim are asked for, and a hint is shown with reasons', async () => {
	const view = makeView();
	view.own!.offers.claim = true;
	sit(view);
	await fireEvent.keyDown(window, { key: 'h' });
	const candidates = [
		{ bid: null, card: 'AS', value: 1.25, probability: 0.8, is_best: true },
		{ bid: null, card: '4S', value: -2, probability: 0.2, is_best: false }
	];
	line.say({
		type: 'hint',
		id: String(line.last().id),
		version: 7,
		opinion: { player: 'search', candidates, reasons: ['It wins.'] }
	});
	await waitFor(() => expect(screen.getByText('The strongest player would play the ace of spades.')).toBeTruthy());
	expect(screen.getByText('It wins.')).toBeTruthy();
	await fireEvent.keyDown(window, { key: 'u' });
	expect(line.last()).toMatchObject({ type: 'undo' });
	await fireEvent.keyDown(window, { key: 'c' });
	expect(line.last()).toMatchObject({ type: 'claim' });
});

test('the round is summed up and the next one asked for', async () => {
	const view = makeView({ phase: 'over', turn: null, trick: null }, { turn: null, hand: [] });
	view.own!.offers.next = true;
	view.table.sheet = [row([11, 0, 10, 11])];
	sit(view);
	expect(screen.getByText('You made your bid')).toBeTruthy();
	await fireEvent.keyDown(window, { key: 'n' });
	expect(line.last()).toMatchObject({ type: 'next' });
});

test('the match is won, a moon was shot, a rematch is asked for', async () => {
	const view = makeView({ phase: 'over', turn: null, trick: null }, { turn: null, hand: [] }, 'hearts');
	view.own!.offers.rematch = true;
	view.table.status = 'finished';
	view.table.target = 20;
	view.table.sheet = [row([26, 26, 26, 0], 3)];
	view.table.result = { winners: [3], scores: [26, 26, 26, 0], places: [2, 2, 2, 1] };
	sit(view);
	expect(screen.getByText('Ines wins the match')).toBeTruthy();
	await fireEvent.click(screen.getByRole('button', { name: 'Play again' }));
	expect(line.last()).toMatchObject({ type: 'rematch' });
});

test('sheets open by letters: last trick, scores, help; the menu holds pace, settings and leaving', async () => {
	const last = {
		number: 1,
		leader: 0,
		cards: [
			{ seat: 0, card: '2C' },
			{ seat: 1, card: 'KC' }
		],
		winner: 1
	};
	sit(makeView({ last_trick: last }));
	for (const [key, title] of [
		['l', 'The last trick'],
		['s', 'Scores'],
		['?', 'Keys']
	] as const) {
		await fireEvent.keyDown(window, { key });
		expect(document.getElementById('sheet-title')?.textContent).toBe(title);
		await fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }));
	}
	await fireEvent.click(screen.getByRole('button', { name: 'Menu' }));
	await fireEvent.change(screen.getByLabelText('The computer moves here'), { target: { value: 'calm' } });
	expect(line.last()).toMatchObject({ type: 'pace', pace: 'calm' });
	await fireEvent.click(screen.getByRole('button', { name: 'Leave the table', hidden: true }));
	await fireEvent.click(screen.getByRole('button', { name: 'Yes, give up my seat', hidden: true }));
	expect(onleave).toHaveBeenCalled();
});

test('a waiting table has a link and a start; somebody who comes by the link sits down', async () => {
	const view = makeView();
	view.table.status = 'waiting';
	view.table.round = null;
	view.table.seats[1]!.kind = 'open';
	view.own!.turn = null;
	view.own!.offers.start = true;
	sit(view);
	await fireEvent.click(screen.getByRole('button', { name: 'Start now' }));
	expect(line.last()).toMatchObject({ type: 'start' });
	line.say({ type: 'view', view: { ...view, own: null } });
	await waitFor(() => expect(screen.getByRole('button', { name: 'Sit down' })).toBeTruthy());
	await fireEvent.click(screen.getByRole('button', { name: 'Sit down' }));
	expect(onjoin).toHaveBeenCalledWith('Guest', 1);
});

test('a lost line, a wish to take back and a hurry are in the notice', async () => {
	const view = makeView({ turn: 2 }, { turn: null });
	view.own!.offers.move_now = true;
	sit(view);
	await fireEvent.click(screen.getByRole('button', { name: 'Move now' }));
	expect(line.last()).toMatchObject({ type: 'move_now' });
	line.say({ type: 'thinking', seat: 2, progress: 0.3 });
	await waitFor(() => expect(screen.getByRole('progressbar')).toBeTruthy());
	view.table.undo = { seat: 1, agreed: [1], waiting: [0] };
	line.say({ type: 'view', view: { ...view, version: 8 } });
	await waitFor(() => expect(screen.getByText('Nell would like to take a decision back.')).toBeTruthy());
	await fireEvent.click(screen.getByRole('button', { name: 'Agree' }));
	expect(line.last()).toMatchObject({ type: 'agree', yes: true });
	line.onclose?.({ code: 1006 });
	await waitFor(() => expect(screen.getByRole('status').textContent).toContain('The connection is lost'));
	const old = line;
	await fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
	expect(line).not.toBe(old);
});

test('where the game stands is said again, and a card without a choice plays itself if wanted', async () => {
	vi.useFakeTimers();
	settings.autoForced = true;
	const view = makeView();
	view.own!.turn!.forced = true;
	sit(view);
	await vi.advanceTimersByTimeAsync(400);
	expect(line.last()).toMatchObject({ type: 'play', card: 'AS' });
	line.say({
		type: 'event',
		events: [makeEvent({ kind: 'played', version: 8, seat: 0, card: 'AS', winner: 0 })],
		view: makeView({}, { turn: null }, 'blob', 8)
	});
	await fireEvent.keyDown(window, { key: 'r' });
	expect(screen.getAllByText(/On the table: the 9 of spades from Otto/).length).toBeGreaterThan(0);
	vi.useRealTimers();
});

test('partners stand together in the summary, with one score', () => {
	const view = makeView({ phase: 'over', turn: null, trick: null }, { turn: null, hand: [] });
	view.table.sides = 2;
	view.table.sheet = [makeRow({ scores: [62, -40, 62, -40], totals: [62, -40, 62, -40] })];
	sit(view);
	const names = [...document.querySelectorAll('.summary th[scope="row"]')].map((head) => head.textContent);
	expect(names).toEqual(['You', 'Otto', 'Nell', 'Ines']);
	expect(document.querySelectorAll('.summary .total')).toHaveLength(2);
});

test('what partners share stands once in the summary', () => {
	const view = makeView({ phase: 'over', turn: null, trick: null }, { turn: null, hand: [] }, 'spades');
	view.table.sides = 2;
	const facts = { contracts: [7, 4], counted: [8, 3], bags: [0, 0], bags_taken: [1, 0] };
	view.table.sheet = [makeRow({ bids: [4, 4, 3, 0], tricks: [5, 3, 3, 2], facts })];
	sit(view);
	const cells = (row: Element) => [...row.querySelectorAll('td')].slice(1, 5).map((cell) => cell.textContent);
	expect([...document.querySelectorAll('.summary tbody tr')].map(cells)).toEqual([
		['4', '5', '8/7', '1'],
		['3', '3'],
		['4', '3', '3/4', '0'],
		['nil', '2']
	]);
});

test('a table of a game this page does not know says which there are', () => {
	sit(makeView({}, {}, 'poker'));
	expect(screen.getByRole('heading', { name: 'There is no game called “poker” here.' })).toBeTruthy();
	expect(screen.getByRole('link', { name: 'Hearts' })).toBeTruthy();
	expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
});

test('the keyboard goes to what is asked, and F brings it there', async () => {
	sit(makeView());
	await fireEvent.keyDown(window, { key: 'Tab' });
	await waitFor(() => expect(document.activeElement?.getAttribute('data-card')).toBe('AS'));
	(document.activeElement as HTMLElement).blur();
	await fireEvent.pointerDown(window);
	await fireEvent.keyDown(window, { key: 'f' });
	expect(document.activeElement?.getAttribute('data-card')).toBe('AS');
});
