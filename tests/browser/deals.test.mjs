/** A match whose cards are known: the rest is claimed, the deal is proven, the round is reviewed. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asked, openBrowser, openPage, Server, sitDown } from './table.mjs';

/** Seat 0 gets ace, king and queen of spades, which are trump: whatever happens, it wins the first trick and then the rest. */
const TOP_TRUMPS = '8285cedcd8ac2fa0498f99890af1e5ad6451635abbaab9e6bab3b9fe746bc65a';

const server = new Server({ seeds: [TOP_TRUMPS] });
let browser;
let seated;
let made;

before(async () => {
	await server.start();
	browser = await openBrowser();
	seated = await server.table({ game: 'blob', players: 4, blob: { round_cards: [3] } });
	made = await openPage(browser, server);
	await sitDown(made.page, server, seated);
});

after(async () => {
	await browser?.close();
	await server.stop();
});

test('the deal is sealed before the first bid', async () => {
	const { page } = made;
	assert.equal(await asked(page), 'bid');
	assert.deepEqual(await page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.dataset.card)), ['AS', 'KS', 'QS']);
	const { commitment } = (await (await fetch(`${server.address}/api/game/${seated.id}`)).json()).table.round;
	const short = `${commitment.slice(0, 4)} ${commitment.slice(4, 8)}`;
	assert.match(await page.locator('.seal').innerText(), new RegExp(`sealed ${short}`));
	await page.keyboard.press('d');
	const sheet = page.getByRole('dialog', { name: 'Sealed deals' });
	await sheet.getByText(short).waitFor();
	await sheet.getByText('The seals are opened when the match is over.').waitFor();
	await page.keyboard.press('Escape');
	await sheet.waitFor({ state: 'detached' });
});

test('the rest is claimed when it is decided, and not before', async () => {
	const { page } = made;
	const claim = page.locator('.strip').getByRole('button', { name: 'Claim' });
	await page.locator('.bids button[aria-disabled="false"]').last().click();
	assert.equal(await asked(page), 'play');
	assert.equal(await claim.getAttribute('aria-disabled'), 'true');
	await page.locator('[data-card].playable').last().click();
	await page.waitForFunction(() => document.querySelectorAll('[data-card].playable').length === 2);
	assert.equal(await claim.getAttribute('aria-disabled'), 'false');
	await claim.click();
	await page.getByRole('button', { name: 'Play again' }).waitFor();
	const told = await page.locator('[data-news]').innerText();
	assert.match(told, /You claim the rest\./);
	assert.match(told, /The match is over\./);
});

test('after the match the page proves the deal, and names what was changed', async () => {
	const { page } = made;
	await page.getByRole('button', { name: 'Check the deals' }).click();
	await page.getByRole('button', { name: 'Check all deals' }).click();
	await page.getByText('1 deal checked: seed, cards and fingerprint agree.').waitFor();
	await page.keyboard.press('Escape');
	await page.locator('dialog').waitFor({ state: 'detached' });
	await page.route('**/proof', async (route) => {
		const answer = await route.fetch();
		const proof = await answer.json();
		proof.deals[0].deck.reverse();
		await route.fulfill({ response: answer, json: proof });
	});
	await page.getByRole('link', { name: 'Replay' }).click();
	await page.getByRole('button', { name: 'Check the deal' }).click();
	await page.getByRole('button', { name: 'Check this deal' }).click();
	await page.getByText('The cards do not follow from the seed.').waitFor();
	await page.getByText('1 of 1 deal not as promised.').waitFor();
	await page.unroute('**/proof');
	await page.keyboard.press('Escape');
	await page.locator('dialog').waitFor({ state: 'detached' });
	await page.goBack();
});

test('the bid and the play are reviewed, with a way to the moment', async () => {
	const { page, context, faults } = made;
	await asked(page);
	await page.keyboard.press('v');
	const sheet = page.getByRole('dialog', { name: 'Your round 1' });
	await sheet.getByText(/^You bid \d/).waitFor();
	await sheet.getByText(/in the play|cost most/).waitFor();
	await sheet.getByRole('link', { name: 'Why?', exact: true }).first().click();
	await page.waitForURL(/\/replay\/.*step=\d+&opinion/);
	await page.getByText('The strongest player would').waitFor();
	assert.deepEqual(faults, []);
	await context.close();
});
