/**
 * A round without looking: what the live region tells, from the deal to the score, compared with a golden file.
 *
 * The server's side is a recording, so that the cards are always the same. With `OVERTRICK_GOLDEN=write` the texts are written anew.
 */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openBrowser, openPage, sharedServer, sitDown } from './table.mjs';

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

const golden = (name) => new URL(`golden/${name}`, import.meta.url);

/** Play the server's part of a recording: `next` is what the page is to send, `heard` resolves when it has. */
function play(frames, line) {
	let at = 0;
	let heard = Promise.withResolvers();
	const say = () => {
		for (; frames[at]?.to === 'page'; at++) line.send(JSON.stringify(frames[at].message));
	};
	line.onMessage((text) => {
		const sent = JSON.parse(text);
		const { message } = frames[at];
		assert.equal(sent.type, message.type);
		assert.deepEqual([sent.bid, sent.card, sent.cards?.toSorted()], [message.bid, message.card, message.cards?.toSorted()]);
		const old = message.id;
		for (const frame of frames.slice(at)) if (frame.to === 'page' && frame.message.id === old) frame.message.id = sent.id;
		at++;
		say();
		heard.resolve();
		heard = Promise.withResolvers();
	});
	return { next: () => frames[at]?.message ?? null, heard: () => heard.promise };
}

/** Do by keyboard what the recording did. */
async function act(page, message) {
	if (message.type === 'bid') await page.keyboard.press(String(message.bid));
	if (message.type === 'next') await page.keyboard.press('n');
	if (message.type === 'play') await page.locator(`[data-card="${message.card}"][aria-disabled="false"]`).press('Enter');
	if (message.type === 'pass') {
		for (const card of message.cards) await page.locator(`[data-card="${card}"]`).press('Space');
		await page.keyboard.press('p');
	}
}

for (const game of ['blob', 'hearts']) {
	test(`a ${game} round can be followed by ear`, async () => {
		const frames = JSON.parse(readFileSync(golden(`${game}-round.json`), 'utf8'));
		const { page, context, faults } = await openPage(browser, server);
		let recording;
		await page.routeWebSocket(/\/socket$/, (line) => (recording = play(frames, line)));
		await page.addInitScript(() => {
			window.told = [];
			new MutationObserver((changes) => {
				for (const change of changes)
					for (const node of change.addedNodes) {
						if (node instanceof HTMLElement && node.closest('[data-news]')) for (const line of node.matches('p') ? [node] : node.querySelectorAll('p')) window.told.push(line.textContent);
						else if (node instanceof HTMLElement) for (const line of node.querySelectorAll('[data-news] p')) window.told.push(line.textContent);
					}
			}).observe(document, { childList: true, subtree: true });
		});
		const { view } = frames.find(({ message }) => message.type === 'welcome').message;
		await sitDown(page, server, { id: view.table.id, token: 'kept-by-the-device-itself', view });
		const { next, heard } = recording;
		for (let message = next(); message !== null; message = next()) {
			const sent = heard();
			await act(page, message);
			await sent;
		}
		await page.waitForFunction(() => window.told.some((line) => line.startsWith('The match is over')));
		const told = `${(await page.evaluate(() => window.told)).join('\n')}\n`;
		if (process.env.OVERTRICK_GOLDEN === 'write') writeFileSync(golden(`${game}-round.txt`), told);
		assert.equal(told, readFileSync(golden(`${game}-round.txt`), 'utf8'));
		assert.deepEqual(faults, []);
		await context.close();
	});
}
