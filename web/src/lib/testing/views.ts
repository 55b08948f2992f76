import type { EventView, OwnView, RoundView, SheetRow, View } from '../api/messages';
import { blob } from '../games/blob';
import type { PageGame } from '../games/game';
import { hearts } from '../games/hearts';
import { spades } from '../games/spades';

/** The games of the tests, at once. */
export function gameFor(key: string): PageGame | null {
	return [blob, hearts, spades].find((game) => game.key === key) ?? null;
}

/** A table of four in the middle of a Blob round, for tests; change what the test is about. */
export function makeView(round: Partial<RoundView> = {}, own: Partial<OwnView> = {}, game = 'blob', version = 7): View {
	const names = ['Ada', 'Nell', 'Otto', 'Ines'];
	return {
		version,
		table: {
			id: 'abc',
			game: game as View['table']['game'],
			house: { hook: true, scoring: 'exact', trumps: ['S', 'H', 'C', 'D', 'N'], round_cards: [3, 2, 1] },
			pace: 'instant',
			turn_seconds: null,
			seconds_left: null,
			status: 'playing',
			sides: 4,
			seats: names.map((name, seat) => ({
				seat,
				kind: seat === 0 ? 'human' : 'ai',
				name,
				level: seat === 0 ? null : 'normal',
				style: null,
				connected: true,
				held: false,
				ready: false
			})),
			spectators: 0,
			scores: [0, 11, 0, 10],
			rounds: 3,
			target: null,
			sheet: [],
			round: {
				number: 1,
				cards: 3,
				trump: 'H',
				dealer: 3,
				pass_to: null,
				phase: 'play',
				turn: 0,
				bids: [1, 0, 2, 1],
				tricks: [0, 0, 0, 0],
				points: [0, 0, 0, 0],
				hand_sizes: [3, 2, 2, 2],
				broken: false,
				trick: {
					number: 1,
					leader: 2,
					cards: [
						{ seat: 2, card: '9S' },
						{ seat: 3, card: 'QS' }
					],
					winner: 3
				},
				last_trick: null,
				commitment: '00',
				scores: null,
				facts: {},
				...round
			},
			result: null,
			undo: null,
			rematch: null
		},
		own: {
			seat: 0,
			hand: ['AS', '4S', '9D'],
			passed: [],
			passed_to: null,
			received: [],
			received_from: null,
			turn: {
				phase: 'play',
				bids: [],
				cards: [
					{ card: 'AS', legal: true, reason: null },
					{ card: '4S', legal: true, reason: null },
					{ card: '9D', legal: false, reason: 'You must follow spades.' }
				],
				count: 1,
				forced: false
			},
			offers: { start: false, next: false, undo: true, claim: false, hint: true, move_now: false, rematch: false },
			...own
		}
	};
}

/** An event with everything null that is not given. */
export function makeEvent(event: Partial<EventView> & Pick<EventView, 'kind' | 'version'>): EventView {
	return {
		seat: null,
		name: null,
		round: null,
		bid: null,
		card: null,
		by: null,
		winner: null,
		scores: null,
		winners: null,
		table: null,
		...event
	};
}

/** A finished round on the score sheet. */
export function makeRow(row: Partial<SheetRow> = {}): SheetRow {
	return {
		round: 1,
		cards: 3,
		trump: 'S',
		dealer: 0,
		pass_to: null,
		bids: [1, 0, 0, 1],
		tricks: [1, 1, 0, 1],
		points: [0, 0, 0, 0],
		scores: [11, 0, 10, 11],
		totals: [11, 0, 10, 11],
		facts: {},
		...row
	};
}
