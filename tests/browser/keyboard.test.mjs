/** One match of each game with the keyboard alone: Tab, arrows, Enter, and the single letters. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asked, openBrowser, openPage, sharedServer } from './table.mjs';

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

/** Press Tab until the thing with this name has the keyboard. */
async function tabTo(page, pattern) {
	for (let at = 0; at < 80; at++) {
		await page.keyboard.press('Tab');
		const name = await page.evaluate(() => {
			const element = document.activeElement;
			return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? '';
		});
		if (pattern.test(name)) return;
	}
	throw new Error(`Tab never comes to ${pattern}`);
}

/** Walk along the hand with the arrow until a card may be chosen, then press Enter. */
async function playCard(page) {
	await page.keyboard.press('f');
	for (let at = 0; at < 17; at++) {
		const isLegal = await page.evaluate(() => document.activeElement?.matches('[data-card][aria-disabled="false"]'));
		if (isLegal) break;
		await page.keyboard.press('ArrowRight');
	}
	await page.keyboard.press('Enter');
}

async function playByKeys(page) {
	for (let done = 0; done < 500; done++) {
		const phase = await asked(page);
		if (phase === 'end') return;
		if (phase === 'next') await page.keyboard.press('n');
		if (phase === 'bid') {
			const bid = await page.locator('.bids button[aria-disabled="false"]').first().innerText();
			if (done % 2 === 0) await page.keyboard.press(bid);
			else {
				await page.keyboard.press('f');
				while (await page.evaluate(() => document.activeElement?.getAttribute('aria-disabled') === 'true')) await page.keyboard.press('ArrowRight');
				await page.keyboard.press('Space');
			}
			await page.waitForFunction(() => !document.querySelector('.bids button'));
		}
		if (phase === 'pass') {
			await page.keyboard.press('f');
			for (let at = 0; at < 3; at++) {
				await page.keyboard.press('Space');
				await page.keyboard.press('ArrowRight');
			}
			await page.keyboard.press('p');
			await page.waitForFunction(() => !document.querySelector('[data-card][aria-pressed]'));
		}
		if (phase === 'play') await playCard(page);
	}
	throw new Error('the match does not end');
}

for (const game of ['Blob', 'Hearts']) {
	test(`a ${game} match by keyboard alone`, async () => {
		const { page, context, faults } = await openPage(browser, server);
		const house = game === 'Blob' ? { 'Cards in the first round': '1' } : { 'Play to': '1' };
		await page.goto(server.address);
		await page.getByRole('button', { name: `Play ${game}` }).waitFor();
		await tabTo(page, new RegExp(`^Players and house rules for ${game}`));
		await page.keyboard.press('Enter');
		for (const [name, value] of Object.entries(house)) {
			await page.getByLabel(name).first().waitFor();
			for (let at = 0; at < 80; at++) {
				await page.keyboard.press('Tab');
				if (await page.evaluate((wanted) => document.activeElement?.closest('label')?.textContent?.includes(wanted), name)) break;
			}
			await page.keyboard.press('Control+A');
			await page.keyboard.type(value);
		}
		await page.keyboard.press('Enter');
		for (let at = 0; at < 40; at++) {
			await page.keyboard.press('Shift+Tab');
			if (await page.evaluate((wanted) => document.activeElement?.textContent?.trim() === wanted, `Play ${game}`)) break;
		}
		await page.keyboard.press('Enter');
		await page.waitForURL(/\/game\//);
		await playByKeys(page);
		assert.match(await page.locator('.summary h2').innerText(), /wins? the match/);
		assert.deepEqual(faults, []);
		await context.close();
	});
}

test('the help, the last trick and the scores open by a letter and close by Escape, and letters can be switched off', async () => {
	const { page, context, faults } = await openPage(browser, server);
	await page.goto(server.address);
	await page.getByRole('button', { name: 'Play Blob' }).press('Enter');
	await asked(page);
	await page.keyboard.press('?');
	await page.getByRole('dialog', { name: 'Keys' }).waitFor();
	await page.keyboard.press('Escape');
	await page.locator('dialog').waitFor({ state: 'detached' });
	await page.keyboard.press('s');
	await page.getByRole('dialog', { name: 'Scores' }).waitFor();
	await page.keyboard.press('Escape');
	await page.locator('dialog').waitFor({ state: 'detached' });
	await page.getByRole('button', { name: 'Menu' }).press('Enter');
	await page.getByLabel('Single-letter keys at the table').press('Space');
	await page.keyboard.press('Escape');
	await page.locator('dialog').waitFor({ state: 'detached' });
	await page.keyboard.press('s');
	assert.equal(await page.getByRole('dialog').count(), 0);
	assert.deepEqual(faults, []);
	await context.close();
});
