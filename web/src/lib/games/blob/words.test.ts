import { expect, test } from 'vitest';
import { makeView } from '../../testing/views';
import { sheet } from './sheet';
import { replay, sayNeed } from './words';

test('what a bid still needs', () => {
	const need = (tricks: number) => sayNeed(makeView({ tricks: [tricks, 0, 0, 0] }).table, 0);
	expect([need(0), need(1), need(2)]).toEqual(['You need 1 more.', 'Not one more.', 'Over your bid.']);
	expect(sayNeed(makeView({ phase: 'bid' }).table, 0)).toBe('');
	expect(sayNeed(makeView().table, null)).toBe('');
});

test('rounds to come are known with their trump, in turn', () => {
	const { table } = makeView();
	const coming = sheet.coming({ ...table, house: { round_cards: [3, 2, 1], trumps: ['S', 'N'] } });
	expect(coming.map(({ round, cards, trump }) => [round, cards, trump])).toEqual([
		[1, 3, 'S'],
		[2, 2, null],
		[3, 1, 'S']
	]);
	expect(sheet.coming({ ...table, house: {} })).toEqual([]);
});

test('a replay says trump, bids and tricks', () => {
	const moment = { hands: [], bids: [1, null], tricks: [0, 2], cards: [], taker: null };
	expect([replay.seat(moment, 0), replay.seat(moment, 1)]).toEqual(['bid 1, won 0', 'bid –, won 2']);
});
