import type { EventView, View } from '../api/messages';
import { sayCard } from '../cards/cards';
import type { GameWords } from '../games/game';
import { list, nameOf, sayTurn, tell, tellDeal } from './words';

/** What happened, and what is asked now, told so that one can follow it without seeing the table. */
export function storyOf(events: readonly EventView[], view: View, words: GameWords): string[] {
	const own = view.own;
	const sentences = events.flatMap((event) => {
		const told = [tell(event, view.table, own?.seat ?? null, words)];
		if (event.kind === 'dealt' && own !== null) told.push(sayHand(own.hand));
		if (event.kind === 'passed' && own !== null && own.received.length > 0) told.push(sayReceived(view));
		return told;
	});
	return [...sentences, sayAsked(view)].filter((sentence) => sentence !== '');
}

/** The whole table for somebody who has just come, or has lost the thread. */
export function whereItStands(view: View, words: GameWords): string[] {
	const { table, own } = view;
	const round = table.round;
	if (round === null) return [sayTurn(table, own?.seat ?? null)];
	const who = (seat: number) => nameOf(table, seat, own?.seat ?? null);
	const bids = round.bids.flatMap((bid, seat) => (bid === null ? [] : [`${who(seat)} ${bid}`]));
	const lying = (round.trick?.cards ?? []).map(({ seat, card }) => `the ${sayCard(card)} from ${who(seat)}`);
	return [
		tellDeal(table, own?.seat ?? null, words),
		own === null || round.phase === 'over' ? '' : sayHand(own.hand),
		bids.length > 0 ? `Bids: ${bids.join(', ')}.` : '',
		lying.length > 0 ? `On the table: ${list(lying)}.` : '',
		sayAsked(view) || sayTurn(table, own?.seat ?? null)
	].filter((sentence) => sentence !== '');
}

/** What to say when little time is left: only to who is asked to decide. */
export function sayTimeLow(view: View): string[] {
	if (view.own?.turn != null) return ['Ten seconds left to decide; then the computer decides for you.'];
	return view.own?.offers.next ? ['Ten seconds left; then the next round is dealt.'] : [];
}

function sayAsked(view: View): string {
	const turn = view.own?.turn;
	if (turn == null) return '';
	return turn.phase === 'pass' ? 'Choose three cards to pass.' : sayTurn(view.table, view.own?.seat ?? null);
}

/** "You hold the ace of spades and the two of hearts." */
export function sayHand(hand: readonly string[]): string {
	return hand.length === 0 ? 'You hold no cards.' : `You hold ${list(hand.map((card) => `the ${sayCard(card)}`))}.`;
}

function sayReceived(view: View): string {
	const own = view.own;
	if (own === null) return '';
	const from =
		own.received_from === null ? '' : ` from ${view.table.seats[own.received_from]?.name ?? 'your neighbour'}`;
	return `You receive ${list(own.received.map((card) => `the ${sayCard(card)}`))}${from}.`;
}
