import type { EventView, View } from '../api/messages';
import { sayCard } from '../cards/cards';
import { list, sayTurn, tell } from './words';

/** What happened, and what is asked now, told so that one can follow it without seeing the table. */
export function storyOf(events: readonly EventView[], view: View): string[] {
	const own = view.own;
	const sentences = events.flatMap((event) => {
		const told = [tell(event, view.table, own?.seat ?? null)];
		if (event.kind === 'dealt' && own !== null) told.push(sayHand(own.hand));
		if (event.kind === 'passed' && own !== null && own.received.length > 0) told.push(sayReceived(view));
		return told;
	});
	if (own?.turn != null) sentences.push(own.turn.phase === 'pass' ? 'Choose three cards to pass.' : sayTurn(view.table, own.seat));
	return sentences.filter((sentence) => sentence !== '');
}

/** "You hold the ace of spades and the two of hearts." */
export function sayHand(hand: readonly string[]): string {
	return hand.length === 0 ? 'You hold no cards.' : `You hold ${list(hand.map((card) => `the ${sayCard(card)}`))}.`;
}

function sayReceived(view: View): string {
	const own = view.own;
	if (own === null) return '';
	const from = own.received_from === null ? '' : ` from ${view.table.seats[own.received_from]?.name ?? 'your neighbour'}`;
	return `You receive ${list(own.received.map((card) => `the ${sayCard(card)}`))}${from}.`;
}
