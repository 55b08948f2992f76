/** Two people at one table: a device has one seat, and who takes too long is counted down and played for. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { artifacts, openBrowser, openPage, Server, sitDown } from './table.mjs';

process.env.OVERTRICK_TURN_SECONDS = '6';
const server = new Server();
let browser;

before(async () => {
	[browser] = await Promise.all([openBrowser(), server.start()]);
});

after(async () => {
	await browser?.close();
	await server.stop();
});

async function sitIn(page, name) {
	await page.getByLabel('Your name').fill(name);
	await page.getByRole('button', { name: 'Sit down' }).click();
}

test('a device has one seat, and whoever takes too long is played for', async () => {
	const ada = await openPage(browser, server);
	const bo = await openPage(browser, server, { width: 390, height: 844 });
	bo.allowed.push(/403/);
	const seats = [{ kind: 'ai', level: 'easy' }, { kind: 'open' }, { kind: 'human' }, { kind: 'open' }];
	const seated = await server.table({ game: 'blob', blob: { round_cards: [3, 1] }, seats });
	await sitDown(ada.page, server, seated);

	await bo.page.goto(`${server.address}/game/${seated.id}`);
	await sitIn(bo.page, 'Bo');
	await bo.page.getByLabel('Link for your friends').waitFor();
	const kept = await bo.page.evaluate(() => localStorage.getItem('overtrick.seats'));
	await bo.page.evaluate(() => localStorage.removeItem('overtrick.seats'));
	await bo.page.reload();
	await sitIn(bo.page, 'Bea');
	await bo.page.getByText('this device has a seat at this table already, as Bo').waitFor();
	await bo.page.evaluate((seats) => localStorage.setItem('overtrick.seats', seats), kept);
	await bo.page.reload();

	await ada.page.getByRole('button', { name: 'Start now' }).click();
	const timer = (page, name) => page.getByRole('group', { name }).getByRole('timer');
	await timer(ada.page, 'Bo').waitFor();
	await timer(bo.page, 'Bo').waitFor();
	await ada.page.screenshot({ path: join(artifacts, 'clock-1440.png') });
	await bo.page.screenshot({ path: join(artifacts, 'clock-390.png') });
	const news = (page) => page.locator('[data-news]');
	await news(bo.page).getByText('Ten seconds left to decide').first().waitFor({ state: 'attached' });
	await news(bo.page).getByText('Time is up; for you the computer bids').waitFor({ state: 'attached' });
	await news(ada.page).getByText('Time is up; for Bo the computer bids').waitFor({ state: 'attached' });
	assert.equal(await bo.page.getByRole('group', { name: 'Bo' }).getByText('away').count(), 0);
	await ada.page.locator('.bids button[aria-disabled="false"]').first().click();
	// The seat is still Bo's, and so is the next decision.
	await bo.page.locator('[data-card].playable').first().click();
	await news(bo.page).getByText(/^You play the/).first().waitFor({ state: 'attached' });
	assert.deepEqual([...ada.faults, ...bo.faults], []);
	await ada.context.close();
	await bo.context.close();
});

test('the time for a turn is chosen where friends are asked', async () => {
	const { page, context, faults } = await openPage(browser, server);
	await page.goto(server.address);
	const panel = page.getByRole('region', { name: 'Blob' });
	await panel.getByText('Players and house rules').click();
	assert.equal(await panel.getByLabel('Time for a turn').count(), 0);
	await panel.getByLabel('Opponent 1').selectOption('open');
	await panel.getByLabel('Time for a turn').selectOption('30');
	await page.screenshot({ path: join(artifacts, 'clock-form-1440.png') });
	await panel.getByRole('button', { name: 'Play Blob' }).click();
	await page.waitForURL(/\/game\//);
	const id = new URL(page.url()).pathname.split('/').pop();
	const view = await (await fetch(`${server.address}/api/game/${id}`)).json();
	assert.equal(view.table.turn_seconds, 30);
	assert.deepEqual(faults, []);
	await context.close();
});
