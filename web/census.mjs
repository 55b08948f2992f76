/**
 * Where the page names a game outside the game's folder: `node census.mjs`. Prints each line, and fails unless there is none.
 *
 * The games are the folders of `src/lib/games`. A game that is called like a suit counts where it is quoted alone,
 * capitalised, part of a name or of an address; the suit in a sentence, or among the four suits, does not.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const SUITS = ['spades', 'hearts', 'clubs', 'diamonds'];
/** How many lines a list of the four suits may take. */
const LIST = 5;
/** The catalogue, and the types that follow from the server's own sources. */
const FREE = ['lib/games/catalogue.ts', 'lib/api/messages.ts'];

const source = join(import.meta.dirname, 'src');

/** The games there are folders for. */
export function gamesHere() {
	const entries = readdirSync(join(source, 'lib', 'games'), { withFileTypes: true });
	return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/**
 * The lines of a text that name one of the games, each with its number.
 *
 * @param {string} text
 * @param {readonly string[]} games
 * @returns {[number, string][]}
 */
export function named(text, games) {
	const lines = text.split('\n');
	return lines.flatMap((line, at) => {
		const found = games.filter((game) => patternOf(game).test(line));
		const counted = found.filter((game) => !SUITS.includes(game) || !isAmongSuits(lines, at));
		return counted.length > 0 ? [[at + 1, line.trim()]] : [];
	});
}

/**
 * How a game can be named in a line.
 *
 * @param {string} game
 */
function patternOf(game) {
	if (!SUITS.includes(game)) return new RegExp(game, 'i');
	const title = game.charAt(0).toUpperCase() + game.slice(1);
	return new RegExp(`${title}|['"\`/]${game}(?=['"\`/?])|\\b${game}(?=[A-Z_:])|\\.${game}\\b`);
}

/**
 * Whether a line is one of a list of all four suits.
 *
 * @param {readonly string[]} lines
 * @param {number} at
 */
function isAmongSuits(lines, at) {
	for (let from = Math.max(0, at - LIST + 1); from <= at; from++) {
		const nearby = lines.slice(from, from + LIST).join('\n');
		if (SUITS.every((suit) => nearby.includes(suit))) return true;
	}
	return false;
}

/** Every line of the page that names a game where none belongs, as `file:line: text`. */
export function census() {
	const games = gamesHere();
	const files = readdirSync(source, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && /\.(ts|svelte|css|html)$/.test(entry.name))
		.map((entry) => relative(source, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.filter((path) => !FREE.includes(path) && !/\.test\.ts$|^lib\/testing\//.test(path))
		.filter((path) => !games.some((game) => path.startsWith(`lib/games/${game}/`)));
	return files.sort().flatMap((path) => {
		const found = named(readFileSync(join(source, path), 'utf8'), games);
		return found.map(([number, line]) => `src/${path}:${number}: ${line}`);
	});
}

if (process.argv[1] === import.meta.filename) {
	const found = census();
	for (const line of found) console.log(line);
	console.log(`${found.length} lines outside the games' folders name a game.`);
	process.exit(found.length > 0 ? 1 : 0);
}
