import { beforeEach, expect, test, vi } from 'vitest';
import type { View } from '../api/messages';
import type { PageGame } from '../games/game';
import { FakeLine } from '../testing/line';
import { gameFor, makeEvent, makeView } from '../testing/views';
import { TableSession } from './session.svelte';

let lines: FakeLine[];
let session: TableSession;

function line(): FakeLine {
	return lines[lines.length - 1]!;
}

function welcome(view: View = makeView(), missed: ReturnType<typeof makeEvent>[] = [], complete = true): void {
	line().onopen?.();
	line().say({ type: 'welcome', seat: 0, missed, is_complete: complete, view });
}

beforeEach(() => {
	vi.useFakeTimers();
	lines = [];
	session = new TableSession({
		id: 'abc',
		token: 'secret-secret-secret',
		open: () => {
			lines.push(new FakeLine());
			return line();
		},
		games: gameFor,
		trickStays: () => 100
	});
	session.connect();
});

test('greets with the token and shows the view', () => {
	welcome();
	expect(line().sent[0]).toEqual({ type: 'hello', token: 'secret-secret-secret', version: null });
	expect(session.link).toBe('open');
	expect(session.view?.version).toBe(7);
	expect(session.stage.cards).toHaveLength(2);
	expect(session.story[session.story.length - 1]).toBe('Your turn to play.');
	expect(session.story).toContain('On the table: the 9 of spades from Otto and the queen of spades from Ines.');
});

test('an action carries an id and the version it was made for, and a second press sends nothing', () => {
	welcome();
	session.act({ type: 'play', card: 'AS' });
	session.act({ type: 'play', card: '4S' });
	const plays = line().sent.filter((message) => message.type === 'play');
	expect(plays).toHaveLength(1);
	expect(plays[0]).toMatchObject({ card: 'AS', version: 7 });
	expect(session.sentCard).toBe('AS');
	expect(session.isBusy).toBe(true);
});

test('events move the table on and are told', () => {
	welcome();
	session.act({ type: 'play', card: 'AS' });
	line().say({ type: 'ack', id: String(line().last().id), version: 8, repeated: false, table: null });
	expect(session.isBusy).toBe(true);
	const view = makeView({ turn: 1 }, { hand: ['4S', '9D'], turn: null }, 'blob', 8);
	line().say({ type: 'event', events: [makeEvent({ kind: 'played', version: 8, seat: 0, card: 'AS' })], view });
	expect(session.story[session.story.length - 1]).toBe('You play the ace of spades.');
	expect(session.sentCard).toBeNull();
	expect(session.isBusy).toBe(false);
	expect(session.stage.cards).toHaveLength(3);
});

test('an event seen before is not told twice, and an older view does not come back', () => {
	welcome();
	line().say({ type: 'event', events: [makeEvent({ kind: 'bid', version: 7, seat: 1, bid: 0 })], view: makeView() });
	expect(session.story.join(' ')).not.toContain('Nell bids 0.');
	line().say({ type: 'view', view: makeView({}, {}, 'blob', 3) });
	expect(session.view?.version).toBe(7);
});

test('after a lost connection the seat is greeted again and unanswered actions are sent as they were', () => {
	welcome();
	session.act({ type: 'play', card: 'AS' });
	const sent = line().last();
	line().onclose?.({ code: 1006 });
	expect(session.link).toBe('lost');
	vi.advanceTimersByTime(300);
	expect(lines).toHaveLength(2);
	welcome();
	expect(line().sent[0]).toMatchObject({ type: 'hello', version: 7 });
	expect(line().last()).toEqual(sent);
	expect(session.story.join(' ')).toContain('Connected again');
});

test('an action made while the line is down waits for it', () => {
	welcome();
	line().onclose?.({ code: 1001 });
	session.act({ type: 'play', card: '4S' });
	vi.advanceTimersByTime(300);
	welcome();
	expect(line().last()).toMatchObject({ type: 'play', card: '4S', version: 7 });
});

test('what was missed is told, and waiting grows up to a limit', () => {
	welcome();
	for (let attempt = 0; attempt < 8; attempt++) {
		line().onclose?.({ code: 1006 });
		vi.advanceTimersByTime(5000);
	}
	expect(lines.length).toBe(9);
	const view = makeView({}, {}, 'blob', 8);
	welcome(view, [makeEvent({ kind: 'played', version: 8, seat: 1, card: '2S' })]);
	expect(session.story).toContain('Nell plays the 2 of spades.');
});

test('a refusal is said in words and the view is the server’s', () => {
	welcome();
	session.act({ type: 'play', card: '9D' });
	line().say({
		type: 'refused',
		id: String(line().last().id),
		code: 'illegal',
		message: 'You must follow spades.',
		view: makeView()
	});
	expect(session.notice).toBe('You must follow spades.');
	expect(session.sentCard).toBeNull();
	session.act({ type: 'play', card: 'AS' });
	line().say({
		type: 'refused',
		id: String(line().last().id),
		code: 'stale',
		message: 'stale',
		view: makeView({}, {}, 'blob', 9)
	});
	expect(session.notice).toContain('moved on');
	expect(session.view?.version).toBe(9);
});

test('a hint is shown for the position it was asked in, and dropped with it', () => {
	welcome();
	session.act({ type: 'hint' });
	expect(session.isAskingHint).toBe(true);
	const opinion = { player: 'search', candidates: [], reasons: [] };
	line().say({ type: 'hint', id: String(line().last().id), version: 7, opinion });
	expect(session.hint).toEqual(opinion);
	line().say({ type: 'view', view: makeView({}, {}, 'blob', 8) });
	expect(session.hint).toBeNull();
});

test('pings are answered, thinking is shown until something happens, errors are said', () => {
	welcome();
	line().say({ type: 'ping' });
	expect(line().last()).toEqual({ type: 'pong' });
	line().say({ type: 'thinking', seat: 2, progress: 0.4 });
	expect(session.thinking).toEqual({ seat: 2, progress: 0.4 });
	line().say({
		type: 'event',
		events: [makeEvent({ kind: 'bid', version: 8, seat: 2, bid: 1 })],
		view: makeView({}, {}, 'blob', 8)
	});
	expect(session.thinking).toBeNull();
	line().say({ type: 'error', error: { code: 'bad_message', message: 'That could not be read.' } });
	expect(session.notice).toBe('That could not be read.');
});

test('a table that is gone is not asked for again; a seat that is gone is watched', () => {
	welcome();
	line().onclose?.({ code: 4001 });
	vi.advanceTimersByTime(300);
	line().onopen?.();
	expect(line().sent[0]).toMatchObject({ type: 'hello', token: null });
	line().onclose?.({ code: 4004 });
	vi.advanceTimersByTime(60_000);
	expect(session.link).toBe('no-table');
	expect(lines).toHaveLength(2);
});

test('a table that cannot be read is not asked for again', () => {
	welcome();
	line().onclose?.({ code: 4005 });
	vi.advanceTimersByTime(60_000);
	expect(session.link).toBe('unreadable');
	expect(lines).toHaveLength(1);
});

test('a rematch names the new table, a closed session stays closed', () => {
	welcome();
	session.act({ type: 'rematch' });
	line().say({ type: 'ack', id: String(line().last().id), version: 8, repeated: false, table: 'next' });
	expect(session.rematch).toBe('next');
	session.close();
	vi.advanceTimersByTime(60_000);
	expect(lines).toHaveLength(1);
});

function withClock(secondsLeft: number | null, own: Parameters<typeof makeView>[1] = {}): View {
	const view = makeView({}, own);
	return { ...view, table: { ...view.table, turn_seconds: 60, seconds_left: secondsLeft } };
}

test('the time left is shown when it is short, and said once', () => {
	welcome(withClock(31));
	const low = () => session.story.filter((sentence) => sentence.startsWith('Ten seconds left'));
	expect(session.countdown.left).toBeNull();
	vi.advanceTimersByTime(11_000);
	expect(session.countdown.left).toBe(20);
	vi.advanceTimersByTime(9_000);
	expect([session.countdown.left, low().length]).toEqual([11, 0]);
	vi.advanceTimersByTime(1_000);
	expect([session.countdown.left, low().length]).toEqual([10, 1]);
	line().say({ type: 'view', view: withClock(8.2) });
	expect([session.countdown.left, low().length]).toEqual([9, 1]);
	vi.advanceTimersByTime(60_000);
	expect([session.countdown.left, low().length]).toEqual([0, 1]);
	line().say({ type: 'view', view: withClock(null) });
	expect(session.countdown.left).toBeNull();
	line().say({ type: 'view', view: withClock(30) });
	vi.advanceTimersByTime(21_000);
	expect([session.countdown.left, low().length]).toEqual([9, 2]);
});

test('the time of others is not said, and no clock goes without a line', () => {
	welcome(withClock(12, { turn: null }));
	vi.advanceTimersByTime(5_000);
	expect(session.countdown.left).toBe(7);
	expect(session.story.some((sentence) => sentence.includes('Ten seconds'))).toBe(false);
	line().onclose?.({ code: 1006 });
	expect(session.countdown.left).toBeNull();
});

test('who has not gone on is told before the next round is dealt', () => {
	const offers = { ...makeView().own!.offers, next: true };
	welcome(withClock(9, { turn: null, offers }));
	expect(session.story).toContain('Ten seconds left; then the next round is dealt.');
});

/** A session whose game is fetched while the server already speaks. */
function slowly(): { found: (game: PageGame | null) => void; failed: (error: Error) => void } {
	const { promise, resolve, reject } = Promise.withResolvers<PageGame | null>();
	session = new TableSession({
		id: 'abc',
		token: null,
		open: () => {
			lines.push(new FakeLine());
			return line();
		},
		games: () => promise,
		trickStays: () => 100
	});
	session.connect();
	return { found: resolve, failed: reject };
}

test('what the server says while the game is fetched is taken afterwards, in its order', async () => {
	const { found } = slowly();
	welcome();
	const later = makeView({ turn: 1 }, { hand: ['4S', '9D'], turn: null }, 'blob', 8);
	line().say({ type: 'event', events: [makeEvent({ kind: 'played', version: 8, seat: 0, card: 'AS' })], view: later });
	expect(session.view).toBeNull();
	found(gameFor('blob'));
	await vi.advanceTimersByTimeAsync(0);
	expect(session.view?.version).toBe(8);
	expect(session.game?.key).toBe('blob');
	expect(session.story[session.story.length - 1]).toBe('You play the ace of spades.');
});

test('a part of the page that cannot be fetched is asked for again', async () => {
	const { failed } = slowly();
	welcome();
	failed(new Error('gone'));
	await vi.advanceTimersByTimeAsync(0);
	expect(session.link).toBe('lost');
	const before = lines.length;
	await vi.advanceTimersByTimeAsync(1000);
	expect(lines.length).toBeGreaterThan(before);
});

test('a table of a game nobody knows here is shown without words for it', () => {
	welcome(makeView({}, {}, 'poker'));
	expect(session.view?.table.game).toBe('poker');
	expect(session.game).toBeNull();
	expect(session.story).toEqual([]);
});
