import type { PlayedCard, Replay, ReplayStep } from '../api/messages';
import { sayCard, writeCard } from '../cards/cards';

/** How a finished round stood after some of its steps: counted from the record, no rule is applied. */
export interface Moment {
	hands: string[][];
	bids: (number | null)[];
	tricks: number[];
	/** The trick on the table; a complete one stays until the next step. */
	cards: PlayedCard[];
	/** Who took the trick on the table, if it is complete. */
	taker: number | null;
}

/** The round after `steps` of its steps; 0 is the deal. */
export function momentAt(replay: Replay, steps: number): Moment {
	const firstPlay = replay.steps.findIndex((step) => step.kind === 'play');
	const isPassed = firstPlay !== -1 && steps >= firstPlay;
	const moment: Moment = {
		hands: (isPassed ? replay.hands_played : replay.hands).map((hand) => [...hand]),
		bids: replay.names.map(() => null),
		tricks: replay.names.map(() => 0),
		cards: [],
		taker: null
	};
	for (const step of replay.steps.slice(0, steps)) follow(moment, step);
	return moment;
}

function follow(moment: Moment, step: ReplayStep): void {
	if (step.kind === 'bid') moment.bids[step.seat] = step.bid;
	if (step.kind !== 'play') return;
	if (moment.taker !== null) {
		moment.cards = [];
		moment.taker = null;
	}
	const card = step.cards[0] ?? '';
	moment.hands[step.seat] = (moment.hands[step.seat] ?? []).filter((held) => held !== card);
	moment.cards = [...moment.cards, { seat: step.seat, card }];
	moment.taker = step.winner;
	if (step.winner !== null) moment.tricks[step.winner] = (moment.tricks[step.winner] ?? 0) + 1;
}

/** The end of the trick after, or the start of the trick before, a moment. */
export function trickFrom(replay: Replay, at: number, way: 1 | -1): number {
	const ends = replay.steps.flatMap((step, index) => (step.winner === null ? [] : [index + 1]));
	const firstPlay = replay.steps.findIndex((step) => step.kind === 'play');
	const stops = [0, Math.max(firstPlay, 0), ...ends];
	const further = way === 1 ? stops.filter((stop) => stop > at) : stops.filter((stop) => stop < at).reverse();
	return further[0] ?? (way === 1 ? replay.steps.length : 0);
}

/** One step in words. */
export function sayStep(replay: Replay, step: ReplayStep): string {
	const who = replay.names[step.seat] ?? '';
	if (step.kind === 'bid') return `${who} bids ${step.bid}.`;
	if (step.kind === 'pass') return `${who} passes ${step.cards.map(writeCard).join(' ')}.`;
	const played = `${who} plays the ${sayCard(step.cards[0] ?? '')}`;
	return step.winner === null ? `${played}.` : `${played}; ${replay.names[step.winner]} wins the trick.`;
}
