import { api, type GameInfo, type GameSummary, type LevelInfo } from '#lib/api/messages.ts';
import { troubleOf } from '#lib/api/trouble.ts';
import { loadGame } from '#lib/games/catalogue.ts';
import type { PageGame } from '#lib/games/game.ts';
import { keptSeats } from '#lib/stores/seats.ts';
import type { PageLoad } from './$types';

/** A game that the server deals and this page can show. */
interface Offer {
	game: PageGame;
	info: GameInfo;
}

interface FirstPage {
	offers: Offer[];
	levels: LevelInfo[];
	unfinished: GameSummary[];
	/** What went wrong, in words; empty when nothing did. */
	trouble: string;
}

export const load: PageLoad = async (): Promise<FirstPage> => {
	try {
		const [{ games }, { levels }, unfinished] = await Promise.all([api.getGamesInfo(), api.getPlayers(), toGoOn()]);
		const offers = await Promise.all(games.map(async (info) => ({ info, game: await loadGame(info.key) })));
		return { offers: offers.filter((offer): offer is Offer => offer.game !== null), levels, unfinished, trouble: '' };
	} catch (error) {
		return { offers: [], levels: [], unfinished: [], trouble: troubleOf(error) };
	}
};

/** Tables of this device that wait for it. */
async function toGoOn(): Promise<GameSummary[]> {
	const held = keptSeats().filter((seat) => seat.token !== null);
	if (held.length === 0) return [];
	const { games } = await api.listGames({ ids: held.slice(0, 30).map((seat) => seat.id) });
	return games.filter((game) => game.status === 'playing' || game.status === 'waiting').slice(0, 4);
}
