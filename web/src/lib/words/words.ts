import type { EventView, RoundView, Suit, TableView } from '../api/messages';
import { SUIT_WORDS, sayCard } from '../cards/cards';
import type { GameWords } from '../games/game';
import { ofSide, sidesOf } from './sides';

/** "1 trick", "2 tricks". */
export function count(number: number, thing: string): string {
	return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

/** "Ann", "Ann and Bo", "Ann, Bo and Cy". */
export function list(names: readonly string[]): string {
	if (names.length < 2) return names.join('');
	return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

/** A score as it is added: "+5", "0", "-3". */
export function signed(number: number): string {
	return `${number > 0 ? '+' : ''}${number}`;
}

export function sayTrump(trump: Suit | null): string {
	return trump === null ? 'no trump' : `${SUIT_WORDS[trump]} are trump`;
}

/** Who sits there, as the listener would say it: "You" for oneself. */
export function nameOf(table: TableView, seat: number, own: number | null): string {
	return seat === own ? 'You' : (table.seats[seat]?.name ?? `Seat ${seat + 1}`);
}

/** One sentence for one event, as a friend at the table would tell it; empty where there is nothing to tell. */
export function tell(event: EventView, table: TableView, own: number | null, words: GameWords): string {
	const who = event.seat === null ? '' : nameOf(table, event.seat, own);
	switch (event.kind) {
		case 'joined':
			return event.seat === own ? 'You sit down.' : `${event.name ?? who} sits down.`;
		case 'left':
			return `${event.name ?? who} has left; the computer plays on for them.`;
		case 'started':
			return 'The match begins.';
		case 'dealt':
			return tellDeal(table, own, words);
		case 'bid':
			if (event.by === 'clock') return `${tellLate(event, table, own)} bids ${event.bid}.`;
			return `${who} bid${event.seat === own ? '' : 's'} ${event.bid}.`;
		case 'passed':
			return 'The passed cards have changed hands.';
		case 'played':
			return tellPlay(event, table, own);
		case 'round_over':
			return tellScores(event.scores ?? [], table, own);
		case 'match_over':
			return tellWinners(event.winners ?? [], table, own);
		case 'claimed':
			return `${who} claim${event.seat === own ? '' : 's'} the rest.`;
		case 'undone':
			return `${who} take${event.seat === own ? '' : 's'} a decision back.`;
		case 'rematch':
			return 'A new match is set up.';
		case 'expired':
			return 'This table has been closed because nobody played at it for a long time.';
		default:
			return '';
	}
}

/** The deal in one sentence. */
export function tellDeal(table: TableView, own: number | null, words: GameWords): string {
	const round = table.round;
	if (round === null) return '';
	return `Round ${round.number}: ${count(round.cards, 'card')} each, ${words.deal(table, round, own)}.`;
}

/** Where cards are passed in a round. */
export function sayPass(round: Pick<RoundView, 'pass_to'>): string {
	switch (round.pass_to) {
		case 'left':
			return 'three cards go to the left';
		case 'right':
			return 'three cards go to the right';
		case 'across':
			return 'three cards go across';
		default:
			return 'no pass this time';
	}
}

/** "Time is up; for Bo the computer": how a decision begins that its owner has not made in time. */
function tellLate(event: EventView, table: TableView, own: number | null): string {
	return `Time is up; for ${event.seat === own ? 'you' : nameOf(table, event.seat ?? 0, own)} the computer`;
}

function tellPlay(event: EventView, table: TableView, own: number | null): string {
	const who = nameOf(table, event.seat ?? 0, own);
	const ending = event.seat === own ? '' : 's';
	const isLate = event.by === 'clock';
	const played = `${isLate ? `${tellLate(event, table, own)} plays` : `${who} play${ending}`} the ${sayCard(event.card ?? '')}.`;
	if (event.winner === null) return played;
	const winner = nameOf(table, event.winner, own);
	return `${played} ${winner} win${event.winner === own ? '' : 's'} the trick.`;
}

function tellScores(scores: readonly number[], table: TableView, own: number | null): string {
	const parts = sidesOf(table, own).map((side) => `${side.name} ${ofSide(scores, side)}`);
	return `The round is over. ${parts.join(', ')}.`;
}

function tellWinners(winners: readonly number[], table: TableView, own: number | null): string {
	const names = winners.map((seat) => nameOf(table, seat, own));
	const verb = names.length === 1 && winners[0] !== own ? 'wins' : 'win';
	return `The match is over. ${list(names)} ${verb}.`;
}

/** What is asked of the seat now, in one line. */
export function sayTurn(table: TableView, own: number | null): string {
	const round = table.round;
	if (table.status === 'waiting') return 'Waiting for the table to fill.';
	if (table.status === 'finished') return 'The match is over.';
	if (table.status === 'expired') return 'This table is closed.';
	if (round === null) return '';
	if (round.phase === 'over') return 'The round is over.';
	if (round.turn === null) return round.phase === 'pass' ? 'Everybody chooses three cards.' : '';
	const mine = round.turn === own;
	const who = nameOf(table, round.turn, own);
	if (round.phase === 'pass') return mine ? 'Choose three cards to pass.' : 'The others are still choosing.';
	const verb = round.phase === 'bid' ? 'bid' : (round.trick?.cards.length ?? 0) === 0 ? 'lead' : 'play';
	return mine ? `Your turn to ${verb}.` : `${who} to ${verb}.`;
}

/** How the bids stand against the tricks there are. */
export function sayBids(round: RoundView): string {
	const bids = round.bids.filter((bid) => bid !== null);
	const sum = bids.reduce((a, b) => a + b, 0);
	const over = sum - round.cards;
	if (bids.length < round.bids.length) return `${sum} of ${count(round.cards, 'trick')} bid so far`;
	if (over === 0) return `bids match the ${count(round.cards, 'trick')}`;
	return over > 0 ? `${over} bid too many` : `${-over} bid too few`;
}
