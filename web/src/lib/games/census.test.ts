import { expect, test } from 'vitest';
import { census, gamesHere, named } from '../../../census.mjs';
import { GAMES } from './catalogue';

test('every folder is in the catalogue, under its own key', async () => {
	expect(GAMES.map(({ key }) => key).sort()).toEqual(gamesHere().sort());
	for (const { key, name, load } of GAMES) expect(await load()).toMatchObject({ key, name });
});

test('no game is named outside its folder', () => {
	expect(census()).toEqual([]);
});

test('a game is found however it is written, and a suit is not taken for one', () => {
	const counts = (line: string) => named(line, ['blob', 'hearts', 'spades']).length;
	for (const line of [
		`if (table.game === 'hearts')`,
		'<a href="/rules/spades">',
		'round.hearts_broken',
		'let isHearts',
		'function heartsLesson',
		'house.spades',
		'{ hearts: 1 }',
		'a Blob table'
	])
		expect(counts(line), line).toBe(1);
	for (const line of [`S: 'spades', H: 'hearts', C: 'clubs', D: 'diamonds'`, 'the ace of spades', 'hearts are trump'])
		expect(counts(line), line).toBe(0);
});
