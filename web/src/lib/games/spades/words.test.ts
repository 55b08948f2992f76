import { render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import type { RoundView, View } from '../../api/messages';
import { lessonFor } from '../../learn/lesson';
import BidPad from '../../table/BidPad.svelte';
import ScoreSheet from '../../table/ScoreSheet.svelte';
import SeatPlate from '../../table/SeatPlate.svelte';
import { makeRow, makeView } from '../../testing/views';
import { spades } from '.';
import RoundLine from './RoundLine.svelte';
import { sheet } from './sheet';
import { summary } from './summary';
import { replay, sayNeed, sayStanding } from './words';

const facts = { contracts: [7, 4], counted: [5, 4], bags: [3, 8], bags_taken: null, broken: 0 };

/** A table of partners: Ada and Otto have bid 4 and 3, Nell 4, Ines nil. */
function partners(round: Partial<RoundView> = {}, own: Partial<View['own']> = {}): View {
	const view = makeView(
		{ cards: 13, trump: 'S', bids: [4, 4, 3, 0], tricks: [3, 4, 2, 0], facts, ...round },
		own ?? {},
		'spades'
	);
	return { ...view, table: { ...view.table, sides: 2, target: 500, house: { losing_score: '-350' } } };
}

const row = makeRow({
	cards: 13,
	bids: [4, 4, 3, 0],
	tricks: [3, 6, 2, 2],
	scores: [-70, -56, -70, -56],
	totals: [-70, -56, -70, -56],
	facts: { ...facts, counted: [5, 8], bags_taken: [0, 4] }
});

/** What the plate of a seat shows, without what is only said. */
function plateOf(view: View, seat: number): string[] {
	const { container, unmount } = render(SeatPlate, {
		table: view.table,
		game: spades,
		seat: view.table.seats[seat]!
	});
	container.querySelectorAll('.said').forEach((said) => said.remove());
	const pairs = [...container.querySelectorAll('dl > div')].map((pair) =>
		(pair.textContent ?? '').replace(/\s+/g, ' ').trim()
	);
	unmount();
	return pairs;
}

test('a plate shows the bid of the seat, and contract, tricks and bags of its side', () => {
	expect(plateOf(partners(), 0)).toEqual(['bid 4', 'won 3', '5/7', 'bags 3']);
	expect(plateOf(partners(), 2)).toEqual(['bid 3', 'won 2', '5/7', 'bags 3']);
	expect(plateOf(partners(), 3)).toEqual(['bid nil', 'won 0', '4/4', 'bags 8']);
	const over = partners({ phase: 'over', facts: { ...facts, bags_taken: [0, 4] } });
	expect(plateOf(over, 1)[3]).toBe('bags 12');
	const bidding = partners({
		phase: 'bid',
		bids: [null, 4, null, null],
		tricks: [0, 0, 0, 0],
		facts: { ...facts, contracts: [0, 4], counted: [0, 0] }
	});
	expect(plateOf(bidding, 0)).toEqual(['bid –', 'won 0', '–', 'bags 3']);
	expect(plateOf(bidding, 3)).toEqual(['bid –', 'won 0', '0/4', 'bags 8']);
});

test('a contract that is made and a nil that has failed are said, too', () => {
	const { table } = partners({ tricks: [3, 4, 2, 1] });
	render(SeatPlate, { table, game: spades, seat: table.seats[3]! });
	expect(screen.getByText(', failed')).toBeTruthy();
	expect(screen.getByText(', contract made')).toBeTruthy();
});

test('what a side still needs, and what a nil asks for', () => {
	const need = (round: Partial<RoundView>, own: number | null = 0) => sayNeed(partners(round).table, own);
	expect(need({})).toBe('Your side needs 2 more.');
	expect(need({}, 1)).toBe('Every further trick is a bag. Cover your partner’s nil.');
	expect(need({}, 3)).toBe('Nil: take no trick.');
	expect(need({ tricks: [3, 4, 2, 1] }, 3)).toBe('Every further trick is a bag.');
	expect([need({ phase: 'bid' }), need({}, null)]).toEqual(['', '']);
});

test('a bid of none is called nil, and the partner’s bid is told', () => {
	const { table } = partners({ phase: 'bid', turn: 2, bids: [0, 4, null, null] });
	const choices = [0, 1].map((bid) => ({ bid, legal: true, reason: null }));
	const round = table.round!;
	render(BidPad, { table, round, own: 2, words: spades.bidPad!, choices, onbid: vi.fn(), onrefuse: vi.fn() });
	expect(screen.getByRole('button', { name: 'Bid nil' }).textContent).toBe('nil');
	expect(screen.getByText('your partner bid nil, 4 of 13 tricks bid so far')).toBeTruthy();
	expect(sayStanding({ ...round, turn: 3 })).toBe('your partner bid 4, 4 of 13 tricks bid so far');
	expect(sayStanding({ ...round, turn: 2, bids: [null, 4, null, null] })).toBe('4 of 13 tricks bid so far');
});

test('the score sheet has contract, tricks, bags and nils of each side, and one score', () => {
	expect(sheet.note(row, [0, 2])).toEqual({
		text: '5/7',
		title: 'contract 7, 5 tricks towards it',
		isMade: false
	});
	expect(sheet.note(row, [1, 3])).toMatchObject({ text: '8/4, 4 bags, nil failed', isMade: true });
	const { table } = partners();
	render(ScoreSheet, { table: { ...table, sheet: [row] }, game: spades, own: 0 });
	expect(screen.getAllByText('-70')).toHaveLength(1);
	expect(screen.getByText(/a side has 500 points, or -350 or fewer; the higher score wins/)).toBeTruthy();
	expect(sheet.ending({ ...table, target: null })).toBe('');
	expect(sheet.coming(table)).toEqual([]);
});

test('the summary says what became of the contract or the nil', () => {
	const { table } = partners();
	const title = (own: number | null) => summary.title(table, row, own);
	expect([title(0), title(1), title(3), title(null)]).toEqual([
		'Your side was set',
		'Your side made its contract',
		'Your nil failed',
		'The round is over'
	]);
	expect(summary.title(table, { ...row, tricks: [5, 6, 2, 0] }, 3)).toBe('You made your nil');
	expect(summary.columns.map(({ value }) => value(row, 3))).toEqual(['nil', 2, '8/4', 4]);
	expect([0, 1, 2, 3].map((seat) => summary.isMade(row, seat))).toEqual([false, true, false, false]);
});

test('the line above the table says whether spades may be led', () => {
	const { table } = partners({ broken: true });
	render(RoundLine, { table, round: table.round! });
	expect(screen.getByText('spades are broken')).toBeTruthy();
	expect(screen.getByText('2 bid too few')).toBeTruthy();
});

test('a replay says bids and tricks', () => {
	const moment = { hands: [], bids: [0, null], tricks: [0, 2], cards: [], taker: null };
	expect([replay.seat(moment, 0), replay.seat(moment, 1)]).toEqual(['bid nil, won 0', 'bid –, won 2']);
});

test('the teacher explains bid, partner, contract and nil', () => {
	const lesson = (view: View) => lessonFor(view, spades.lessons);
	const said = (view: View) => lesson(view).text.join(' ');
	expect(said(partners({ phase: 'bid', bids: [null, 4, 3, 0] }))).toContain('Otto, your partner, bid 3');
	expect(said(partners({ phase: 'bid' }, { hand: ['4D', '9H'] }))).toContain('a hand for nil');
	expect(said(partners({ phase: 'bid' }, { turn: null }))).toContain('left of the dealer');
	expect(said(partners())).toContain('2 more tricks to go');
	expect(said(partners({ bids: [0, 4, 3, 0], tricks: [0, 4, 5, 0] }))).toContain('You bid nil');
	expect(said(partners({ bids: [4, 4, 0, 0], tricks: [5, 4, 0, 0] }))).toContain('Your partner bid nil');
	expect(said(partners({ trick: null }))).toContain('may not be led');
	expect(said(partners({}, { hand: ['9D'] }))).toContain('a spade beats every other suit');
	expect(lesson(partners({}, { turn: null })).title).toBe('Watch the others');
	const over = partners({ phase: 'over' });
	expect(said({ ...over, table: { ...over.table, sheet: [row] } })).toContain('it is set');
	const after = spades.lessons.after(row, 1);
	expect(after.title).toBe('The contract is made');
	expect(after.text.slice(1).join(' ')).toMatch(/4 bags.*Your partner’s nil failed\./);
});
