import type { TableView } from '../../api/messages';
import { SUIT_WORDS } from '../../cards/cards';
import { nameOf, sayBids, sayTrump } from '../../words/words';
import type { BidPadWords, GameWords, Invitation, ReplayWords } from '../game';

export const invitation: Invitation = {
	text: 'Say how many tricks you will take, then take exactly that many. Three to eight players.',
	fan: ['KS', 'AS', '2D']
};

export const words: GameWords = {
	deal: (table, round, own) => {
		const dealer = round.dealer === own ? 'you deal' : `${nameOf(table, round.dealer, own)} deals`;
		return `${sayTrump(round.trump)}, ${dealer}`;
	},
	need: sayNeed,
	styles: {}
};

export const bidPad: BidPadWords = { question: 'How many tricks will you take?', standing: sayBids };

export const replay: ReplayWords = {
	deal: ({ trump }) => (trump === null ? 'No trump' : `Trump: ${SUIT_WORDS[trump]}`),
	seat: (moment, seat) => `bid ${moment.bids[seat] ?? '–'}, won ${moment.tricks[seat]}`
};

/** What is left to do for one's bid while cards are played; empty when there is none. */
export function sayNeed(table: TableView, own: number | null): string {
	const round = table.round;
	const bid = own === null ? null : round?.bids[own];
	if (round == null || own === null || bid == null || round.phase !== 'play') return '';
	const missing = bid - (round.tricks[own] ?? 0);
	if (missing < 0) return 'Over your bid.';
	return missing === 0 ? 'Not one more.' : `You need ${missing} more.`;
}
