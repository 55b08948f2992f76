import type { RoundView, TableView } from '../../api/messages';
import { nameOf, sayBids, sayTrump } from '../../words/words';
import type { BidPadWords, GameWords, Invitation, ReplayWords } from '../game';
import { bidWord, nilHolds, partnerOf, standingOf } from './contract';

export const invitation: Invitation = {
	text: 'Bid with your partner, then take what you bid together. Spades are always trump. Four players.',
	fan: ['QS', 'KS', 'AS']
};

export const words: GameWords = {
	deal: (table, round, own) => {
		const dealer = round.dealer === own ? 'you deal' : `${nameOf(table, round.dealer, own)} deals`;
		return `${sayTrump(round.trump)}, ${dealer}`;
	},
	need: sayNeed,
	styles: {}
};

export const bidPad: BidPadWords = {
	question: 'How many tricks will you take?',
	standing: sayStanding,
	label: bidWord
};

export const replay: ReplayWords = {
	deal: () => 'Spades are trump',
	seat: (moment, seat) => {
		const bid = moment.bids[seat] ?? null;
		return `bid ${bid === null ? '–' : bidWord(bid)}, won ${moment.tricks[seat]}`;
	}
};

/** How the bids stand for the seat that is to bid: its partner's comes first. */
export function sayStanding(round: RoundView): string {
	const partner = round.turn === null ? null : (round.bids[partnerOf(round.turn)] ?? null);
	return partner === null ? sayBids(round) : `your partner bid ${bidWord(partner)}, ${sayBids(round)}`;
}

/** What is left to do for one's nil or contract while cards are played; empty when there is nothing to say. */
export function sayNeed(table: TableView, own: number | null): string {
	const round = table.round;
	if (round === null || own === null || round.phase !== 'play') return '';
	if (nilHolds(round, own)) return 'Nil: take no trick.';
	const { contract, counted } = standingOf(round, own);
	const need = counted < contract ? `Your side needs ${contract - counted} more.` : 'Every further trick is a bag.';
	return nilHolds(round, partnerOf(own)) ? `${need} Cover your partner’s nil.` : need;
}
