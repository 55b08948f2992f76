import { redirect } from '@sveltejs/kit';
import { GAMES } from '#lib/games/catalogue.ts';

/** The rules begin with the first game of the catalogue. */
export function load(): never {
	redirect(307, `/rules/${GAMES[0]?.key}`);
}
