import { loadGame } from '#lib/games/catalogue.ts';
import type { PageLoad } from './$types';

/** The rules of the game in the address; `game` is null where there is none of that name. */
export const load: PageLoad = async ({ params }) => {
	const game = await loadGame(params.game);
	if (game === null) return { asked: params.game, game };
	return { asked: params.game, game: { name: game.name, Rules: (await game.rules()).default } };
};
