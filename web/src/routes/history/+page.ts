import { api, type GameSummary } from '#lib/api/messages.ts';
import { troubleOf } from '#lib/api/trouble.ts';
import { keptSeats } from '#lib/stores/seats.ts';
import type { PageLoad } from './$types';

/** The tables this device has sat at; null when the server does not say. */
export const load: PageLoad = async (): Promise<{ games: GameSummary[] | null; trouble: string }> => {
	const ids = keptSeats()
		.slice(0, 100)
		.map((seat) => seat.id);
	try {
		return { games: ids.length === 0 ? [] : (await api.listGames({ ids })).games, trouble: '' };
	} catch (error) {
		return { games: null, trouble: troubleOf(error) };
	}
};
