/**
 * How long from `make play` to the first card, in milliseconds: `node tests/browser/start.mjs [Blob|Hearts] [times]`.
 *
 * Run it where `make play` has been run before, on a machine with nothing else to do. A browser that was closed is started
 * by `make play` itself, and a press on the first page is the only thing between it and the cards.
 */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from './table.mjs';

const root = join(import.meta.dirname, '..', '..');
const [game = 'Blob', times = '1'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'overtrick-start-'));
const database = `sqlite:///${join(folder, 'tables.db')}`;

/** Start everything once; how long each part took, from the first moment on. */
async function measure() {
	const opener = join(folder, 'browser');
	const told = join(folder, 'address');
	writeFileSync(opener, `#!/bin/sh\necho "$1" > ${told}.new && mv ${told}.new ${told}\n`, { mode: 0o755 });
	const environment = { ...process.env, BROWSER: opener, OVERTRICK_PORT: '0', OVERTRICK_DATABASE: database };
	rmSync(told, { force: true });
	const begun = performance.now();
	const since = () => Math.round(performance.now() - begun);
	const child = spawn('make', ['--silent', 'play'], { cwd: root, env: environment, detached: true, stdio: 'pipe' });
	const address = await opened(folder, child);
	const figures = { game, asked_for_a_browser: since() };
	const browser = await openBrowser();
	figures.browser = since();
	try {
		const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		page.setDefaultTimeout(120_000);
		await page.goto(address);
		await page.getByRole('button', { name: `Play ${game}` }).click();
		figures.first_page = since();
		await page.waitForSelector('.felt');
		figures.table = since();
		await page.waitForSelector('.bids button[aria-disabled="false"], [data-card].playable');
		figures.first_choice = since();
		if (game === 'Blob') {
			await page.locator('.bids button[aria-disabled="false"]').first().click();
			await page.waitForSelector('[data-card].playable');
			figures.first_card_after_all_bids = since();
		}
	} finally {
		await browser.close();
		process.kill(-child.pid, 'SIGTERM');
	}
	await new Promise((resolve) => child.once('exit', resolve));
	return figures;
}

/** The address that `make play` hands to the browser. */
function opened(folder, child) {
	return new Promise((resolve, reject) => {
		watch(folder, (_, name) => {
			if (name === 'address' && existsSync(join(folder, name))) resolve(readFileSync(join(folder, name), 'utf8').trim());
		});
		child.once('exit', (code) => reject(new Error(`make play ended with ${code}`)));
	});
}

execFileSync(join(root, '.venv', 'bin', 'overtrick'), ['db', 'upgrade', '--database', database]);
for (let time = 0; time < Number(times); time++) console.log(JSON.stringify(await measure()));
rmSync(folder, { recursive: true, force: true });
process.exit(0);
