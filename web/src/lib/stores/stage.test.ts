import { beforeEach, expect, test, vi } from 'vitest';
import { makeEvent, makeView } from '../testing/views';
import { Stage } from './stage.svelte';

const play = (version: number, seat: number, card: string, winner: number | null = null) =>
	makeEvent({ kind: 'played', version, seat, card, winner });

beforeEach(() => {
	vi.useFakeTimers();
});

test('a finished trick stays to be read, then makes room for the next', () => {
	const stage = new Stage(() => 1000);
	stage.reset(makeView());
	stage.tell([play(8, 0, 'AS'), play(9, 1, '2S', 0), play(10, 0, '4S')], makeView());
	expect(stage.cards.map((played) => played.card)).toEqual(['9S', 'QS', 'AS', '2S']);
	expect(stage.taker).toBe(0);
	vi.advanceTimersByTime(1000);
	expect(stage.cards.map((played) => played.card)).toEqual(['4S']);
	expect(stage.taker).toBeNull();
});

test('nobody has to wait for it', () => {
	const stage = new Stage(() => 1000);
	stage.reset(makeView());
	stage.tell([play(8, 0, 'AS'), play(9, 1, '2S', 0), play(10, 0, '4S')], makeView());
	stage.hurry();
	expect(stage.cards.map((played) => played.card)).toEqual(['4S']);
	expect(stage.isBehind).toBe(false);
});

test('something taken back shows the table as it is', () => {
	const stage = new Stage(() => 1000);
	stage.tell([play(8, 0, 'AS', 0)], makeView());
	stage.tell([makeEvent({ kind: 'undone', version: 9, seat: 0 })], makeView());
	expect(stage.cards.map((played) => played.card)).toEqual(['9S', 'QS']);
	expect(stage.taker).toBeNull();
});

test('a long absence is not replayed card by card', () => {
	const stage = new Stage(() => 1000);
	stage.tell(
		Array.from({ length: 60 }, (_, at) => play(at, at % 4, '2C', at % 4 === 3 ? 0 : null)),
		makeView()
	);
	expect(stage.cards.map((played) => played.card)).toEqual(['9S', 'QS']);
});
