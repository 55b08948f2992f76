/** Cards as the wire writes them: rank and suit, `T` for ten (`AS`, `TH`). */
export type CardCode = string;

export type Suit = 'S' | 'H' | 'C' | 'D';

export const SUITS: readonly Suit[] = ['S', 'H', 'C', 'D'];

const RANKS = '23456789TJQKA';

const RANK_WORDS: Record<string, string> = {
	J: 'jack',
	Q: 'queen',
	K: 'king',
	A: 'ace'
};

export const SUIT_WORDS: Record<Suit, string> = { S: 'spades', H: 'hearts', C: 'clubs', D: 'diamonds' };

export const SUIT_SIGNS: Record<Suit, string> = { S: '♠', H: '♥', C: '♣', D: '♦' };

/** The suit of a card. */
export function suitOf(card: CardCode): Suit {
	return card.charAt(1) as Suit;
}

/** The rank as it is printed on the card: `10`, not `T`. */
export function rankOf(card: CardCode): string {
	const rank = card.charAt(0);
	return rank === 'T' ? '10' : rank;
}

/** The order of ranks, two lowest. */
export function rankOrder(card: CardCode): number {
	return RANKS.indexOf(card.charAt(0));
}

/** How one says a card: "queen of spades". */
export function sayCard(card: CardCode): string {
	const rank = card.charAt(0);
	return `${RANK_WORDS[rank] ?? rankOf(card)} of ${SUIT_WORDS[suitOf(card)]}`;
}

/** How one writes a card among words: `Q♠`. */
export function writeCard(card: CardCode): string {
	return rankOf(card) + SUIT_SIGNS[suitOf(card)];
}

export type Sorting = 'suits' | 'suits-low' | 'ranks';

/** A hand in the order its owner likes; black and red suits alternate, trump comes first. */
export function sortHand(cards: readonly CardCode[], sorting: Sorting, trump: Suit | null = null): CardCode[] {
	const order = suitsFrom(trump);
	const bySuit = (a: CardCode, b: CardCode) => order.indexOf(suitOf(a)) - order.indexOf(suitOf(b));
	const byRank = (a: CardCode, b: CardCode) => rankOrder(b) - rankOrder(a);
	const sorted = [...cards];
	if (sorting === 'ranks') return sorted.sort((a, b) => byRank(a, b) || bySuit(a, b));
	const sign = sorting === 'suits' ? 1 : -1;
	return sorted.sort((a, b) => bySuit(a, b) || sign * byRank(a, b));
}

/** Alternating colours, beginning with `first`. */
function suitsFrom(first: Suit | null): Suit[] {
	const circle: Suit[] = ['S', 'H', 'C', 'D'];
	const start = first === null ? 0 : circle.indexOf(first);
	return [...circle.slice(start), ...circle.slice(0, start)];
}

/** A word at the beginning of a sentence. */
export function cap(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
