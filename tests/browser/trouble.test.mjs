/** When things go wrong: the line is cut, the server dies, tabs double, tables are full or gone. The game goes on. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asked, openBrowser, openPage, playByMouse, Server, sitDown } from './table.mjs';

const server = new Server();
let browser;

before(async () => {
	await server.start();
	browser = await openBrowser();
});

after(async () => {
	await browser?.close();
	await server.stop();
});

/** The browser itself reports a cut line in the console. */
const CUT = [/WebSocket connection to/, /net::ERR_CONNECTION_REFUSED/];

for (const game of ['blob', 'hearts']) {
	test(`a ${game} match goes on where it was when the server is killed`, async () => {
		const { page, context, faults, allowed } = await openPage(browser, server);
		allowed.push(...CUT);
		const house = game === 'blob' ? { blob: { round_cards: [3, 2] } } : { hearts: { target: 1, passes: ['hold'] } };
		await sitDown(page, server, await server.table({ game, ...house }));
		let done = 0;
		await playByMouse(page, { until: () => done++ === 2 });
		const hand = await cardsOf(page);
		await server.kill();
		await page.getByText('The connection is lost').first().waitFor();
		await server.start();
		await page.waitForFunction(() => !document.querySelector('.warn'));
		assert.deepEqual(await cardsOf(page), hand);
		await playByMouse(page);
		assert.deepEqual(faults, []);
		await context.close();
	});
}

test('a card played while the line is cut is played once', async () => {
	const { page, context, faults, allowed } = await openPage(browser, server);
	allowed.push(...CUT);
	const lines = [];
	let isDown = false;
	await page.routeWebSocket(/\/socket$/, (line) => {
		if (isDown) return line.close({ code: 3000 });
		lines.push(line);
		line.connectToServer();
	});
	await sitDown(page, server, await server.table({ game: 'hearts', hearts: { target: 1, passes: ['hold'] } }));
	for (let round = 0; round < 4 && (await asked(page)) === 'play'; round++) {
		const before = await cardsOf(page);
		const card = await page.locator('[data-card].playable').first().getAttribute('data-card');
		isDown = true;
		await lines.at(-1).close({ code: 3001 });
		await page.getByText('The connection is lost').first().waitFor();
		await page.locator(`[data-card="${card}"]`).click();
		isDown = false;
		await page.getByRole('button', { name: 'Try now' }).click();
		await page.waitForFunction((gone) => !document.querySelector(`[data-card="${gone}"]`), card);
		assert.deepEqual(await cardsOf(page), before.filter((held) => held !== card));
	}
	await playByMouse(page);
	assert.deepEqual(faults, []);
	await context.close();
});

test('two tabs of one seat show the same, and either may play', async () => {
	const { page, context, faults } = await openPage(browser, server);
	const seated = await server.table({ game: 'hearts', hearts: { target: 1, passes: ['hold'] } });
	await sitDown(page, server, seated);
	const other = await context.newPage();
	await other.goto(`${server.address}/game/${seated.id}`);
	await asked(page);
	await asked(other);
	for (const tab of [page, other]) {
		await asked(tab);
		const card = await tab.locator('[data-card].playable').first().getAttribute('data-card');
		await tab.locator(`[data-card="${card}"]`).click();
		for (const each of [page, other]) await each.waitForFunction((gone) => !document.querySelector(`[data-card="${gone}"]`), card);
	}
	assert.deepEqual(await cardsOf(page), await cardsOf(other));
	assert.deepEqual(faults, []);
	await context.close();
});

test('two tabs that act at once: one card is played, the other tab is told how it stands', async () => {
	const { page, context, faults } = await openPage(browser, server);
	const seated = await server.table({ game: 'hearts', hearts: { target: 1, passes: ['hold'] } });
	const other = await context.newPage();
	const lines = [];
	// The second tab hears nothing new for a while, as a tab does that slept.
	await other.routeWebSocket(/\/socket$/, (line) => {
		const far = line.connectToServer();
		lines.push({ isDeaf: false });
		const mine = lines.at(-1);
		far.onMessage((text) => {
			const { type } = JSON.parse(text);
			if (!mine.isDeaf || type === 'refused') line.send(text);
		});
	});
	await sitDown(page, server, seated);
	await other.goto(`${server.address}/game/${seated.id}`);
	await asked(page);
	await asked(other);
	lines.at(-1).isDeaf = true;
	const [first, second] = await other.locator('[data-card].playable').evaluateAll((cards) => [cards[0], cards.at(-1)].map((card) => card.dataset.card));
	await page.locator(`[data-card="${first}"]`).click();
	await page.waitForFunction((gone) => !document.querySelector(`[data-card="${gone}"]`), first);
	await other.locator(`[data-card="${second}"]`).click();
	await other.getByText(/The table had moved on|not your turn/i).first().waitFor();
	lines.at(-1).isDeaf = false;
	await other.waitForFunction((gone) => !document.querySelector(`[data-card="${gone}"]`), first);
	assert.deepEqual(await cardsOf(page), await cardsOf(other));
	assert.deepEqual(faults, []);
	await context.close();
});

test('a page older than the server says so after the server came back', async () => {
	const { page, context, faults, allowed } = await openPage(browser, server);
	allowed.push(...CUT);
	const lines = [];
	await page.routeWebSocket(/\/socket$/, (line) => {
		lines.push(line);
		line.connectToServer();
	});
	await sitDown(page, server, await server.table({ game: 'blob', players: 3, blob: { round_cards: [2] } }));
	await asked(page);
	assert.equal(await page.getByText('A newer Overtrick is running.').count(), 0);
	await page.route('**/_app/version.json', (route) => route.fulfill({ json: { version: 'newer' } }));
	await lines.at(-1).close({ code: 3001 });
	await page.getByText('A newer Overtrick is running.').waitFor();
	await page.unroute('**/_app/version.json');
	await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load it' }).click()]);
	assert.equal(await asked(page), 'bid');
	assert.equal(await page.getByText('A newer Overtrick is running.').count(), 0);
	assert.deepEqual(faults, []);
	await context.close();
});

test('settings made in one tab hold in the other, and are not written back', async () => {
	const { page, context, faults } = await openPage(browser, server);
	const other = await context.newPage();
	for (const tab of [page, other]) {
		await tab.goto(`${server.address}/settings`);
		await tab.getByRole('heading', { name: 'Settings' }).waitFor();
	}
	await page.getByLabel('High contrast').check();
	await other.waitForFunction(() => document.documentElement.dataset.contrast === 'high');
	await other.getByLabel(/Four-colour deck/).check();
	await page.waitForFunction(() => document.documentElement.dataset.deck === 'four');
	const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('overtrick.settings')));
	assert.deepEqual([kept.highContrast, kept.fourColours], [true, true]);
	assert.deepEqual(faults, []);
	await context.close();
});

test('friends come by link, see only their own cards, and a full table says so', async () => {
	const host = await openPage(browser, server);
	const seated = await server.table({ game: 'blob', seats: [{ kind: 'human' }, { kind: 'open' }, { kind: 'ai' }], blob: { round_cards: [2] } });
	await sitDown(host.page, server, seated);
	const friend = await openPage(browser, server, { settings: { name: 'Bo' } });
	const third = await openPage(browser, server, { settings: { name: 'Cy' } });
	for (const { page } of [friend, third]) {
		await page.goto(`${server.address}/game/${seated.id}`);
		await page.getByRole('button', { name: 'Sit down' }).waitFor();
	}
	await friend.page.getByRole('button', { name: 'Sit down' }).click();
	await host.page.locator('[data-card]').first().waitFor();
	await friend.page.locator('[data-card]').first().waitFor();
	await third.page.getByText('You are watching.').waitFor();
	assert.equal(await third.page.locator('[data-card]').count(), 0);
	const cards = await cardsOf(host.page);
	assert.equal(cards.length, 2);
	for (const card of cards) assert.ok(!(await friend.page.content()).includes(`"${card}"`), 'the other hand is not in the page');
	for (const { context, faults } of [host, friend, third]) {
		assert.deepEqual(faults, []);
		await context.close();
	}
});

test('a table that is not there is said to be not there', async () => {
	const { page, context, allowed } = await openPage(browser, server);
	allowed.push(...CUT, /404/);
	await page.goto(`${server.address}/game/nowhere-at-all`);
	await page.getByText('There is no such table here').waitFor();
	await page.goto(`${server.address}/no/such/page`);
	await page.getByRole('heading', { name: 'There is nothing at this address.' }).waitFor();
	await page.goto(`${server.address}/replay/nowhere/1`);
	await page.getByRole('alert').waitFor();
	await context.close();
});

function cardsOf(page) {
	return page.locator('[data-card]').evaluateAll((buttons) => buttons.map((button) => button.dataset.card));
}
