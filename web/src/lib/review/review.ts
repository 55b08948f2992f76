import type { Candidate, Opinion, Replay } from '../api/messages';
import { writeCard } from '../cards/cards';

/** Points of expectation that are worth a word; less is within what the strongest player can tell. */
const NOTICED = 0.4;
const MOST_CARDS = 3;

/** One decision of a finished round, beside what the strongest player would have done. */
export interface Judged {
	/** Place in the replay: the moment after the decision. */
	step: number;
	kind: 'bid' | 'play';
	trick: number | null;
	done: string;
	best: string;
	/** Points that the best choice would have been worth more. */
	loss: number;
}

/** What a person wants to hear about a round of theirs. */
export interface Review {
	bid: Judged | null;
	/** The cards that cost most, dearest first. */
	cards: Judged[];
	/** How many cards were looked at. */
	seen: number;
}

/** The steps of a round that somebody chose: bids and cards, but not the last card, which nobody chooses. */
export function decisionsOf(replay: Replay, seat: number): number[] {
	const own = replay.steps.flatMap((step, at) =>
		step.seat === seat && step.by === 'seat' && step.kind !== 'pass' ? [at] : []
	);
	return own.filter((at) => replay.steps[at]?.trick !== replay.cards);
}

/** A decision and an opinion on it; null when there was nothing to choose or nothing to compare. */
export function judge(replay: Replay, at: number, opinion: Opinion): Judged | null {
	const step = replay.steps[at];
	const best = opinion.candidates.find((candidate) => candidate.is_best);
	const done = opinion.candidates.find((candidate) =>
		step?.kind === 'bid' ? candidate.bid === step.bid : candidate.card === step?.cards[0]
	);
	if (
		step === undefined ||
		step.kind === 'pass' ||
		best?.value == null ||
		done?.value == null ||
		opinion.candidates.length < 2
	)
		return null;
	return {
		step: at + 1,
		kind: step.kind,
		trick: step.trick,
		done: write(done),
		best: write(best),
		loss: Math.max(0, best.value - done.value)
	};
}

export function reviewOf(judged: readonly Judged[]): Review {
	const cards = judged.filter((one) => one.kind === 'play');
	const dear = cards.filter(isNoticed).sort((a, b) => b.loss - a.loss);
	return {
		bid: judged.find((one) => one.kind === 'bid') ?? null,
		cards: dear.slice(0, MOST_CARDS),
		seen: cards.length
	};
}

/** "1.3 points" */
export function sayLoss(loss: number): string {
	const rounded = loss.toFixed(1);
	return `${rounded} point${rounded === '1.0' ? '' : 's'}`;
}

export function sayBid({ done, best, loss }: Judged): string {
	if (done === best) return `You bid ${done}, as the strongest player would have.`;
	const close = `You bid ${done}; the strongest player would have bid ${best}`;
	return loss < NOTICED ? `${close}, which is about as good.` : `${close}, worth ${sayLoss(loss)} more.`;
}

export function isNoticed(one: Judged): boolean {
	return one.loss >= NOTICED;
}

function write(candidate: Candidate): string {
	return candidate.card === null ? String(candidate.bid) : writeCard(candidate.card);
}
