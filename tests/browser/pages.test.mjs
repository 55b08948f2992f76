/** Every page in light, dark and both high contrasts: axe finds nothing serious; a screenshot at three sizes is kept. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { artifacts, asked, openBrowser, openPage, playByMouse, sharedServer, sitDown } from './table.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
/** Put into each page once, and asked four times. */
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What is wrong for whom, of all rules or of some. */
async function violations(page, rules) {
	const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
	return page.evaluate(async (asked) => (await window.axe.run(document, asked)).violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => html) })), options);
}

const server = sharedServer();
let browser;
let played;

before(async () => {
	await server.start();
	browser = await openBrowser();
	played = await server.table({ game: 'hearts', hearts: { target: 1, passes: ['hold'] } });
	const { page, context } = await openPage(browser, server);
	await sitDown(page, server, played);
	await playByMouse(page);
	await context.close();
});

after(async () => {
	await browser?.close();
	await server.stop();
});

const go = (path) => (page) => page.goto(server.address + path).then(() => page.waitForSelector('h1'));
const table = (wish, then = async () => {}) => async (page) => {
	await sitDown(page, server, await server.table(wish));
	await asked(page);
	await then(page);
};
const press = (name) => async (page) => {
	await page.getByRole('button', { name, exact: true }).click();
	await page.getByRole('dialog').waitFor();
};

const roundOver = (page) => playByMouse(page, { until: async () => (await asked(page)) === 'next' });

const PAGES = {
	home: go('/'),
	'home-open': async (page) => {
		await go('/')(page);
		for (const summary of await page.locator('summary').all()) await summary.click();
	},
	settings: go('/settings'),
	learn: go('/learn'),
	'rules-blob': go('/rules/blob'),
	'rules-hearts': go('/rules/hearts'),
	history: async (page) => {
		await sitDown(page, server, played);
		await page.goto(`${server.address}/history`);
		await page.waitForSelector('li');
	},
	'blob-bid': table({ game: 'blob', players: 5, blob: { start_cards: 7 } }),
	'blob-eight': table({ game: 'blob', players: 8, blob: { round_cards: [6] } }, (page) => playByMouse(page, { until: async () => (await asked(page)) === 'play' })),
	'hearts-pass': table({ game: 'hearts' }),
	'hearts-play': table({ game: 'hearts', hearts: { passes: ['hold'] } }),
	'hearts-menu': table({ game: 'hearts', hearts: { passes: ['hold'] } }, press('Menu')),
	'round-over': table({ game: 'blob', players: 4, blob: { round_cards: [1, 1] } }, roundOver),
	'scores-eight': table({ game: 'blob', players: 8, blob: { round_cards: [1, 1] } }, async (page) => {
		await roundOver(page);
		await page.setViewportSize({ width: 820, height: 1180 });
		await press('Scores')(page);
	}),
	keys: table({ game: 'hearts', hearts: { passes: ['hold'] } }, async (page) => {
		await page.keyboard.press('?');
		await page.getByRole('dialog', { name: 'Keys' }).waitFor();
	}),
	'last-trick': table({ game: 'hearts', hearts: { passes: ['hold'] } }, async (page) => {
		let done = 0;
		await playByMouse(page, { until: () => done++ === 2 });
		await press('Last trick')(page);
	}),
	hint: table({ game: 'blob', players: 4, blob: { round_cards: [5] } }, async (page) => {
		await page.getByRole('button', { name: 'Hint' }).click();
		await page.getByText('The strongest player would').waitFor();
	}),
	lesson: async (page) => {
		await page.goto(`${server.address}/learn`);
		await page.getByRole('button', { name: 'Start with Hearts' }).click();
		await page.getByRole('region', { name: 'Lesson' }).waitFor();
		await asked(page);
	},
	'deals-checked': async (page) => {
		await sitDown(page, server, played);
		await asked(page);
		await press('Check the deals')(page);
		await page.getByRole('button', { name: 'Check all deals' }).click();
		await page.getByText('seed, cards and fingerprint agree').waitFor();
	},
	'match-over': async (page) => {
		await sitDown(page, server, played);
		await asked(page);
	},
	lobby: async (page) => {
		await sitDown(page, server, await server.table({ game: 'blob', seats: [{ kind: 'human' }, { kind: 'open' }, { kind: 'ai' }] }));
		await page.waitForSelector('.lobby');
	},
	replay: async (page) => {
		await page.goto(`${server.address}/replay/${played.id}/1?step=7&opinion`);
		await page.getByText('The strongest player would').waitFor();
	},
	'no-table': async (page) => {
		await page.goto(`${server.address}/game/nowhere-at-all`);
		await page.getByText('There is no such table here').waitFor();
	},
	'no-game': async (page) => {
		await page.goto(`${server.address}/rules/poker`);
		await page.getByRole('heading', { name: 'There is no game called “poker” here.' }).waitFor();
		const games = await page.locator('main li').allInnerTexts();
		assert.ok(games.includes('Blob') && games.includes('Hearts'), `the games there are: ${games}`);
	},
	nowhere: go('/no/such/page')
};

const SIZES = [
	[360, 640],
	[820, 1180],
	[1440, 900]
];

const THEMES = {
	light: { theme: 'light' },
	dark: { theme: 'dark' },
	contrast: { theme: 'light', highContrast: true, fourColours: true },
	'dark contrast': { theme: 'dark', highContrast: true, fourColours: true }
};

for (const [name, open] of Object.entries(PAGES)) {
	test(`${name}: axe in four themes, screenshots at three sizes`, async () => {
		const { page, context, faults, allowed } = await openPage(browser, server, { reducedMotion: 'reduce' });
		if (name.startsWith('no')) allowed.push(/404/, /WebSocket connection to/);
		await open(page);
		await page.evaluate(axe);
		for (const [theme, settings] of Object.entries(THEMES)) {
			await page.evaluate(({ theme, highContrast, fourColours }) => {
				const root = document.documentElement;
				root.setAttribute('data-theme', theme);
				root.toggleAttribute('data-contrast', false);
				if (highContrast) root.setAttribute('data-contrast', 'high');
				if (fourColours) root.setAttribute('data-deck', 'four');
			}, settings);
			// Themes differ in colours only: everything else is looked at once.
			const found = await violations(page, theme === 'light' ? null : ['color-contrast']);
			const grave = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
			assert.deepEqual(grave.map(({ id, nodes }) => `${theme} ${id}: ${nodes.join(' | ')}`), []);
		}
		await page.evaluate(() => {
			document.documentElement.setAttribute('data-theme', 'light');
			document.documentElement.removeAttribute('data-contrast');
			document.documentElement.removeAttribute('data-deck');
		});
		for (const [width, height] of SIZES) {
			await page.setViewportSize({ width, height });
			await page.screenshot({ path: join(artifacts, `${name}-${width}.png`) });
		}
		assert.deepEqual(faults, []);
		await context.close();
	});
}

test('colours that the system forces keep the cards readable', async () => {
	const { page, context } = await openPage(browser, server, { forcedColors: 'active' });
	await sitDown(page, server, await server.table({ game: 'hearts', hearts: { passes: ['hold'] } }));
	await asked(page);
	const [ink, paper] = await page.evaluate(() => {
		const style = getComputedStyle(document.querySelector('.hand .card'));
		return [style.color, style.backgroundColor];
	});
	assert.notEqual(ink, paper);
	await page.screenshot({ path: join(artifacts, 'forced-colours-1440.png') });
	await context.close();
});
