import type { PageGame } from './game';

/** A game of the catalogue: its name at once, everything else when it is needed. */
export interface Entry {
	key: string;
	name: string;
	load: () => Promise<PageGame>;
}

/** The games this page knows, in the order it offers them. A new game is a folder and a line here. */
export const GAMES: readonly Entry[] = [
	{ key: 'blob', name: 'Blob', load: async () => (await import('./blob')).blob },
	{ key: 'hearts', name: 'Hearts', load: async () => (await import('./hearts')).hearts },
	{ key: 'spades', name: 'Spades', load: async () => (await import('./spades')).spades }
];

export function entryOf(key: string): Entry | undefined {
	return GAMES.find((entry) => entry.key === key);
}

/** The game with this key; null where the page knows none of that name. */
export async function loadGame(key: string): Promise<PageGame | null> {
	return (await entryOf(key)?.load()) ?? null;
}

/** What people call a game; its key, where this page does not know it. */
export function gameName(key: string): string {
	return entryOf(key)?.name ?? key;
}
