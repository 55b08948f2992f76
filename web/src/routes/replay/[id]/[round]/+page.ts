import { api, type Replay } from '#lib/api/messages.ts';
import { troubleOf } from '#lib/api/trouble.ts';
import { loadGame } from '#lib/games/catalogue.ts';
import type { PageGame } from '#lib/games/game.ts';
import type { PageLoad } from './$types';

interface ReplayPage {
	id: string;
	round: number;
	/** How many rounds can be looked at. */
	rounds: number;
	/** Null when the round cannot be shown; `trouble` says why. */
	replay: Replay | null;
	/** Null where this page does not know the game. */
	game: PageGame | null;
	trouble: string;
}

export const load: PageLoad = async ({ params }): Promise<ReplayPage> => {
	const { id } = params;
	const round = Number(params.round);
	try {
		const [replay, rounds] = await Promise.all([api.getReplay(id, round), countRounds(id, round)]);
		return { id, round, rounds, replay, game: await loadGame(replay.game), trouble: '' };
	} catch (error) {
		return { id, round, rounds: round, replay: null, game: null, trouble: troubleOf(error) };
	}
};

/** The finished rounds of a table; of one that cannot be seen, the round that was asked for. */
async function countRounds(id: string, round: number): Promise<number> {
	try {
		return Math.max(1, (await api.getGame(id)).table.sheet.length);
	} catch {
		return round;
	}
}
