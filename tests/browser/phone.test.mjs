/** A match of each game on a phone, by touch; nothing is wider than the screen from 320 pixels up, also at twice the size. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asked, openBrowser, openPage, playByMouse, sharedServer, sitDown } from './table.mjs';

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

const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const [name, wish] of [
	['Blob for six', { game: 'blob', players: 6, blob: { round_cards: [8, 2] } }],
	['Hearts', { game: 'hearts', hearts: { target: 1 } }]
]) {
	test(`${name} on a phone`, async () => {
		const { page, context, faults } = await openPage(browser, server, { width: 360, height: 640, hasTouch: true, isMobile: true });
		await sitDown(page, server, await server.table(wish));
		await playByMouse(page, {
			until: async () => {
				assert.equal(await overflow(page), 0);
				return false;
			}
		});
		assert.deepEqual(faults, []);
		await context.close();
	});
}

test('every index of thirteen cards can be read and touched at 360 pixels', async () => {
	const { page, context } = await openPage(browser, server, { width: 360, height: 640 });
	await sitDown(page, server, await server.table({ game: 'hearts', hearts: { passes: ['left'] } }));
	await asked(page);
	const seen = await page.evaluate(() =>
		[...document.querySelectorAll('[data-card]')].map((button) => {
			const index = button.querySelector('.index').getBoundingClientRect();
			const top = document.elementFromPoint(index.x + index.width / 2, index.y + index.height / 2);
			return { isOnTop: button.contains(top), size: parseFloat(getComputedStyle(button.querySelector('.index')).fontSize), inside: index.left >= 0 && index.right <= 360 };
		})
	);
	assert.equal(seen.length, 13);
	for (const card of seen) {
		assert.ok(card.isOnTop && card.inside);
		assert.ok(card.size >= 24, `${card.size} px`);
	}
	await context.close();
});

for (const [width, height, zoom] of [
	[320, 568, 1],
	[720, 640, 2],
	[3840, 2160, 1]
]) {
	test(`nothing is wider than ${width} pixels at ${zoom * 100} %`, async () => {
		const { page, context } = await openPage(browser, server, { width: width / zoom, height: height / zoom, deviceScaleFactor: zoom });
		for (const path of ['/', '/settings', '/learn', '/history', '/rules/blob', '/rules/hearts']) {
			await page.goto(server.address + path);
			await page.waitForSelector('h1');
			assert.equal(await overflow(page), 0, path);
		}
		for (const players of [3, 8]) {
			await sitDown(page, server, await server.table({ game: 'blob', players, blob: { round_cards: [players === 3 ? 17 : 6] } }));
			await asked(page);
			assert.equal(await overflow(page), 0, `${players} players`);
		}
		await context.close();
	});
}
