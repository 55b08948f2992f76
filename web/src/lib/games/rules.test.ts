import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import { blob } from './blob';
import { loadGame } from './catalogue';
import { hearts } from './hearts';
import { spades } from './spades';
import UnknownGame from './UnknownGame.svelte';

test('the rules have pictures with names for those who do not see them', async () => {
	render((await blob.rules()).default);
	expect(screen.getByRole('img', { name: 'ace of spades' })).toBeTruthy();
	render((await hearts.rules()).default);
	expect(screen.getAllByRole('img', { name: 'queen of spades' }).length).toBeGreaterThan(0);
	render((await spades.rules()).default);
	expect(screen.getByRole('img', { name: '5 of spades' })).toBeTruthy();
});

test('a game that is not there is answered with those that are', async () => {
	expect(await loadGame('poker')).toBeNull();
	render(UnknownGame, { game: 'poker' });
	expect(screen.getByRole('heading', { name: 'There is no game called “poker” here.' })).toBeTruthy();
	expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
		'/rules/blob',
		'/rules/hearts',
		'/rules/spades',
		'/'
	]);
});
