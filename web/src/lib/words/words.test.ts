import { expect, test } from 'vitest';
import { blob } from '../games/blob';
import { makeEvent, makeView } from '../testing/views';
import { storyOf } from './story';
import { count, list, sayBids, sayTurn, tell } from './words';

test('numbers and names are said as people say them', () => {
	expect(count(1, 'trick')).toBe('1 trick');
	expect(count(0, 'trick')).toBe('0 tricks');
	expect(list([])).toBe('');
	expect(list(['Ann', 'Bo', 'Cy'])).toBe('Ann, Bo and Cy');
});

test('a play is told from the listener’s chair', () => {
	const { table } = makeView();
	const own = makeEvent({ kind: 'played', version: 8, seat: 0, card: 'AS', winner: 0 });
	const other = makeEvent({ kind: 'played', version: 8, seat: 1, card: '2S' });
	expect(tell(own, table, 0, blob.words)).toBe('You play the ace of spades. You win the trick.');
	expect(tell(own, table, null, blob.words)).toBe('Ada plays the ace of spades. Ada wins the trick.');
	expect(tell(other, table, 0, blob.words)).toBe('Nell plays the 2 of spades.');
});

test('everything that can happen has a sentence, or is silent on purpose', () => {
	const { table } = makeView();
	const told = (event: Parameters<typeof makeEvent>[0]) => tell(makeEvent(event), table, 0, blob.words);
	expect(told({ kind: 'dealt', version: 1, round: 1 })).toBe('Round 1: 3 cards each, hearts are trump, Ines deals.');
	expect(told({ kind: 'bid', version: 1, seat: 1, bid: 0 })).toBe('Nell bids 0.');
	expect(told({ kind: 'bid', version: 1, seat: 1, bid: 2, by: 'clock' })).toBe(
		'Time is up; for Nell the computer bids 2.'
	);
	expect(told({ kind: 'played', version: 1, seat: 0, card: 'AS', by: 'clock', winner: 0 })).toBe(
		'Time is up; for you the computer plays the ace of spades. You win the trick.'
	);
	expect(told({ kind: 'round_over', version: 1, scores: [11, 0, 0, 12] })).toBe(
		'The round is over. You 11, Nell 0, Otto 0, Ines 12.'
	);
	expect(told({ kind: 'match_over', version: 1, winners: [0, 3] })).toBe('The match is over. You and Ines win.');
	expect(told({ kind: 'match_over', version: 1, winners: [1] })).toBe('The match is over. Nell wins.');
	for (const kind of ['joined', 'left', 'claimed', 'undone'] as const)
		expect(told({ kind, version: 1, seat: 1, name: 'Nell' })).toContain('Nell');
	for (const kind of ['started', 'passed', 'rematch', 'expired'] as const)
		expect(told({ kind, version: 1 })).not.toBe('');
	expect(told({ kind: 'pace', version: 1 })).toBe('');
});

test('the story of a deal reads out the hand and what is asked', () => {
	const story = storyOf([makeEvent({ kind: 'dealt', version: 7, round: 1 })], makeView(), blob.words);
	expect(story).toEqual([
		'Round 1: 3 cards each, hearts are trump, Ines deals.',
		'You hold the ace of spades, the 4 of spades and the 9 of diamonds.',
		'Your turn to play.'
	]);
});

test('what is asked and how the bids stand', () => {
	expect(sayTurn(makeView({ turn: 1 }).table, 0)).toBe('Nell to play.');
	expect(sayTurn(makeView({ phase: 'bid' }).table, 0)).toBe('Your turn to bid.');
	expect(sayTurn(makeView({ trick: null }).table, 0)).toBe('Your turn to lead.');
	expect(sayBids(makeView().table.round!)).toBe('1 bid too many');
	expect(sayBids(makeView({ bids: [1, null, null, null] }).table.round!)).toBe('1 of 3 tricks bid so far');
});

test('partners are named and scored as one', () => {
	const { table } = makeView();
	table.sides = 2;
	const told = (own: number | null) =>
		tell(makeEvent({ kind: 'round_over', version: 1, scores: [52, -30, 52, -30] }), table, own, blob.words);
	expect(told(2)).toBe('The round is over. You and Ada 52, Nell and Ines -30.');
	expect(told(null)).toBe('The round is over. Ada and Otto 52, Nell and Ines -30.');
});
