/** Whole matches by mouse: no error in the console, no other host, nothing moves but cards, and the figures of a run. */

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { artifacts, asked, openBrowser, openPage, playByMouse, sharedServer, sitDown } from './table.mjs';

const server = sharedServer();
let browser;

before(async () => {
	await server.start();
	browser = await openBrowser();
});

after(async () => {
	await browser?.close();
	await server.stop();
});

/** Where everything is that must not move when cards are played. */
function boxes(page) {
	return page.evaluate(() =>
		['header', '.felt', '.foot', '.hand', '.wishes', ...[1, 2, 3].map((at) => `.place:nth-of-type(${at})`)].map((selector) => {
			const box = document.querySelector(selector)?.getBoundingClientRect();
			return box ? [selector, box.x, box.y, box.width, box.height].join(' ') : selector;
		})
	);
}

for (const [name, wish] of [
	['Blob', { game: 'blob', players: 4, blob: { round_cards: [3, 1, 2] } }],
	['Hearts', { game: 'hearts', hearts: { target: 20 } }]
]) {
	test(`a ${name} match by mouse`, async () => {
		const { page, context, faults } = await openPage(browser, server);
		await sitDown(page, server, await server.table(wish));
		let still = null;
		await playByMouse(page, {
			claims: true,
			until: async () => {
				const isPlay = (await asked(page)) === 'play';
				const found = isPlay ? await boxes(page) : null;
				const seen = found?.every((box) => box.includes(' ')) ? found : null; // the last card may have gone meanwhile
				if (still !== null && seen !== null) assert.deepEqual(seen, still);
				still = seen;
				return false;
			}
		});
		assert.match(await page.locator('.summary h2').innerText(), /wins? the match/);
		await page.getByRole('button', { name: 'Play again' }).click();
		await page.waitForURL(/\/game\//);
		await asked(page);
		assert.deepEqual(faults, []);
		await context.close();
	});
}

test('two presses from the first page to a playable hand', async () => {
	const { page, context, faults } = await openPage(browser, server);
	await page.goto(server.address);
	await page.getByRole('button', { name: 'Play Blob' }).click();
	await page.waitForURL(/\/game\//);
	assert.equal(await asked(page), 'bid');
	await page.goto(server.address);
	await page.getByRole('link', { name: /Blob.*round 1 of/ }).click();
	assert.equal(await asked(page), 'bid');
	assert.deepEqual(faults, []);
	await context.close();
});

/** The view of the table that the page is at. */
async function viewOf(page) {
	await page.waitForURL(/\/game\//);
	const id = new URL(page.url()).pathname.split('/').pop();
	return (await fetch(`${server.address}/api/game/${id}`)).json();
}

test('trump order, list of rounds and pass cycle are set on the page; what cannot be played is explained', async () => {
	const { page, context, faults } = await openPage(browser, server);
	await page.goto(server.address);
	const blob = page.getByRole('region', { name: 'Blob' });
	await blob.getByText('Players and house rules').click();
	const rounds = blob.getByLabel('Cards in every round');
	await rounds.fill('2 x');
	await blob.getByRole('button', { name: 'Play Blob' }).click();
	await blob.getByText('“x” is not a whole number').waitFor();
	await rounds.fill('14 1');
	await blob.getByRole('button', { name: 'Play Blob' }).click();
	await blob.getByText('14 does not go: from 1 to 13 for 4 players.').waitFor();
	assert.equal(new URL(page.url()).pathname, '/');
	await rounds.fill('2 1');
	await blob.getByRole('button', { name: /^Move .*hearts, number 2, up$/ }).click();
	await blob.getByRole('button', { name: /^Take .*spades, number 2, out$/ }).click();
	await blob.getByRole('button', { name: 'Play Blob' }).click();
	const { house, round } = (await viewOf(page)).table;
	assert.deepEqual([house.round_cards, house.trumps, round.trump], [[2, 1], ['H', 'C', 'D', 'N'], 'H']);
	await page.goto(server.address);
	const hearts = page.getByRole('region', { name: 'Hearts' });
	await hearts.getByText('Players and house rules').click();
	await hearts.getByRole('button', { name: 'Take left, number 1, out' }).press('Enter');
	await hearts.getByRole('button', { name: 'Play Hearts' }).click();
	assert.deepEqual((await viewOf(page)).table.house.passes, ['right', 'across', 'hold']);
	await page.getByRole('heading', { name: /^Pass 3 cards to the right/ }).waitFor();
	assert.deepEqual(faults, []);
	await context.close();
});

test('hint, undo, last trick, score sheet and replay', async () => {
	const { page, context, faults } = await openPage(browser, server);
	await sitDown(page, server, await server.table({ game: 'hearts', hearts: { target: 1, passes: ['hold'] } }));
	let done = 0;
	await playByMouse(page, { until: () => done++ >= 3 });
	const cards = await page.locator('[data-card]').count();
	await page.getByRole('button', { name: 'Hint' }).click();
	await page.locator('.hint').getByText('The strongest player would').waitFor();
	await page.locator('.hint').getByRole('button', { name: 'Close' }).click();
	await page.getByRole('button', { name: 'Undo' }).click();
	await page.waitForFunction((before) => document.querySelectorAll('[data-card]').length === before + 1, cards);
	await asked(page);
	await page.getByRole('button', { name: 'Last trick' }).click();
	await page.getByRole('dialog', { name: 'The last trick' }).waitFor();
	await page.keyboard.press('Escape');
	await playByMouse(page);
	await page.getByRole('link', { name: 'Replay' }).click();
	await page.getByText('The cards are dealt.').waitFor();
	assert.equal(await page.locator('.held').count(), 52);
	await page.getByRole('button', { name: 'Step', exact: true }).click();
	await page.getByLabel('What would the strongest player do?').check();
	await page.getByText('The strongest player would').waitFor();
	assert.match(page.url(), /step=1/);
	await page.goto(`${server.address}/history`);
	const saved = page.waitForEvent('download');
	await page.getByRole('link', { name: 'Save the record' }).click();
	assert.match((await saved).suggestedFilename(), /\.jsonl$/);
	assert.deepEqual(faults, []);
	await context.close();
});

test('cards without a choice play themselves if wanted', async () => {
	const { page, context, faults } = await openPage(browser, server, { settings: { autoForced: true } });
	await sitDown(page, server, await server.table({ game: 'blob', players: 3, blob: { round_cards: [1, 1] } }));
	for (const round of [1, 2]) {
		await page.locator('.bids button[aria-disabled="false"]').first().click();
		await page.getByRole('button', { name: round === 1 ? 'Next round' : 'Play again' }).waitFor();
		if (round === 1) await page.getByRole('button', { name: 'Next round' }).click();
	}
	assert.deepEqual(faults, []);
	await context.close();
});

test('a lesson of Blob goes to its end', async () => {
	const { page, context, faults } = await openPage(browser, server);
	await page.goto(`${server.address}/learn`);
	await page.getByRole('button', { name: 'Start with Blob' }).click();
	await page.getByRole('region', { name: 'Lesson' }).getByText('each says how many tricks').waitFor();
	await page.getByRole('button', { name: 'Menu' }).click();
	await page.getByLabel('The computer moves here').selectOption('instant');
	await page.keyboard.press('Escape');
	await playByMouse(page);
	await page.getByText('That was the lesson').waitFor();
	assert.deepEqual(faults, []);
	await context.close();
});

test('the figures: load, script, click to table', async () => {
	const { page, context } = await openPage(browser, server);
	const seated = await server.table({ game: 'hearts', hearts: { target: 1, passes: ['hold'] } });
	let script = 0;
	const client = await context.newCDPSession(page);
	const scripts = new Set();
	await client.send('Network.enable');
	client.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
	client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => (script += scripts.has(requestId) ? encodedDataLength : 0));
	await sitDown(page, server, seated);
	const load = await page.evaluate(() => performance.now());
	const delays = [];
	for (let done = 0; done < 5; done++) {
		if ((await asked(page)) !== 'play') break;
		delays.push(
			await page.evaluate(
				() =>
					new Promise((resolve) => {
						const button = document.querySelector('[data-card].playable');
						const start = performance.now();
						const watch = new MutationObserver(() => {
							if (!document.querySelector(`[data-played="${button.dataset.card}"]`)) return;
							watch.disconnect();
							resolve(performance.now() - start);
						});
						watch.observe(document.querySelector('.trick'), { childList: true, subtree: true });
						button.click();
					})
			)
		);
	}
	const figures = { load_ms: Math.round(load), script_bytes: script, click_to_table_ms: delays.map(Math.round) };
	writeFileSync(join(artifacts, 'figures.json'), JSON.stringify(figures, null, '\t'));
	console.log(JSON.stringify(figures));
	assert.ok(script > 0 && script < 250_000, `${script} bytes of script`);
	assert.ok(delays.length > 0);
	await context.close();
});
