import type { OpenedDeal } from '../api/messages';

/**
 * Whether a deal was fixed before it was played, worked out here and not believed.
 *
 * The server shows a fingerprint before the first bid and opens the seed after the match. The deck must follow from the
 * seed, the fingerprint from both, and the hands from the deck; `docs/server.md` describes it step by step.
 */

const TAG = 'overtrick deal 1';
const NEW_DECK = [...'SHCD'].flatMap((suit) => [...'23456789TJQKA'].map((rank) => rank + suit));

/** What was known before and after: all that is needed to judge one deal. */
export interface DealFacts {
	table: string;
	deal: OpenedDeal;
	/** The fingerprint this device saw when the cards were dealt; null if it was not there. */
	seen: string | null;
	/** The hands as dealt, from the replay; null when they are not at hand. */
	hands: readonly (readonly string[])[] | null;
}

/** False where the browser computes no SHA-256: pages over plain http from another machine. */
export function canCheck(): boolean {
	return globalThis.crypto?.subtle !== undefined;
}

/** What is wrong with a deal, in words; empty when everything agrees. */
export async function faultsOf({ table, deal, seen, hands }: DealFacts): Promise<string[]> {
	if (deal.seed === null || deal.deck === null) return ['The server has not opened this deal.'];
	const faults: string[] = [];
	const deck = await deckOf(deal.seed);
	if (deck.join(' ') !== deal.deck.join(' ')) faults.push('The cards do not follow from the seed.');
	if ((await fingerprintOf(table, deal.round, deal.seed, deck)) !== deal.commitment)
		faults.push('The fingerprint is not that of this deal.');
	if (seen !== null && seen !== deal.commitment)
		faults.push('Before the bidding this device was shown another fingerprint.');
	if (hands !== null && !isDealtFrom(deck, hands)) faults.push('The hands are not those of this deck.');
	return faults;
}

/** The deck a seed stands for: Fisher-Yates from the last card down, driven by the seed's bytes. */
export async function deckOf(seed: string): Promise<string[]> {
	const deck = [...NEW_DECK];
	const next = bytesOf(seed);
	for (let place = deck.length - 1; place > 0; place--) {
		const other = await below(place + 1, next);
		[deck[place], deck[other]] = [deck[other] ?? '', deck[place] ?? ''];
	}
	return deck;
}

export async function fingerprintOf(
	table: string,
	round: number,
	seed: string,
	deck: readonly string[]
): Promise<string> {
	const lines = [TAG, `table ${table}`, `round ${round}`, `seed ${seed}`, `deck ${deck.join(' ')}`];
	return hex(await sha256(new TextEncoder().encode(lines.join('\n'))));
}

/** A fingerprint short enough to compare by eye. */
export function shorten(fingerprint: string): string {
	return `${fingerprint.slice(0, 4)} ${fingerprint.slice(4, 8)}`;
}

function isDealtFrom(deck: readonly string[], hands: readonly (readonly string[])[]): boolean {
	let from = 0;
	return hands.every((hand) => {
		const dealt = deck.slice(from, (from += hand.length));
		return [...dealt].sort().join(' ') === [...hand].sort().join(' ');
	});
}

/** The bytes of SHA-256(tag, seed, 0), SHA-256(tag, seed, 1), and so on. */
function bytesOf(seed: string): () => Promise<number> {
	const head = [...new TextEncoder().encode(TAG), ...(seed.match(/../g) ?? []).map((pair) => parseInt(pair, 16))];
	let block = 0;
	let bytes = new Uint8Array();
	let at = 0;
	return async () => {
		if (at === bytes.length) {
			const number = [24, 16, 8, 0].map((shift) => (block >>> shift) & 255);
			bytes = await sha256(Uint8Array.from([...head, ...number]));
			block++;
			at = 0;
		}
		return bytes[at++] ?? 0;
	};
}

/** A whole number from 0 to limit - 1; bytes that would favour some are skipped. */
async function below(limit: number, next: () => Promise<number>): Promise<number> {
	const usable = 256 - (256 % limit);
	let byte = await next();
	while (byte >= usable) byte = await next();
	return byte % limit;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function hex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
