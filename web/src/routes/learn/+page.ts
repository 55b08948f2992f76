import { GAMES } from '#lib/games/catalogue.ts';
import type { PageLoad } from './$types';

export const load: PageLoad = async () => ({ games: await Promise.all(GAMES.map((entry) => entry.load())) });
