import { api, type GameInfo, type GameSummary, type LevelInfo } from '#lib/api/messages.ts';
import { troubleOf } from '#lib/api/trouble.ts';
import { GAMES } from '#lib/games/catalogue.ts';
import { keptSeats } from '#lib/stores/seats.ts';
import type { PageLoad } from './$types';

/** What the first page learns from the server. */
export interface Known {
	games: GameInfo[];
	levels: LevelInfo[];
	/** Tables of this device that wait for it. */
	unfinished: GameSummary[];
	/** What went wrong, in words; empty when nothing did. */
	trouble: string;
}

/** The page is there before the server is whole: what the server knows is a promise, which never fails. */
export const load: PageLoad = async () => ({
	games: await Promise.all(GAMES.map((entry) => entry.load())),
	asked: ask()
});

async function ask(): Promise<Known> {
	try {
		const [{ games }, { levels }, unfinished] = await Promise.all([api.getGamesInfo(), api.getPlayers(), toGoOn()]);
		return { games, levels, unfinished, trouble: '' };
	} catch (error) {
		return { games: [], levels: [], unfinished: [], trouble: troubleOf(error) };
	}
}

async function toGoOn(): Promise<GameSummary[]> {
	const held = keptSeats().filter((seat) => seat.token !== null);
	if (held.length === 0) return [];
	const { games } = await api.listGames({ ids: held.slice(0, 30).map((seat) => seat.id) });
	return games.filter((game) => game.status === 'playing' || game.status === 'waiting').slice(0, 4);
}
