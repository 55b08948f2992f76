/** A real server, a real browser, and hands that play at the table: what all browser tests share. */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const require = createRequire(join(root, 'web', 'package.json'));
const { chromium } = require('playwright-core');

export const artifacts = join(here, 'artifacts');
mkdirSync(artifacts, { recursive: true });

/** Milliseconds: the first move on a new machine waits for the engine to be compiled. */
const PATIENCE = 150_000;

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** The browser: Debian's, or the one that comes from npm. */
export async function openBrowser() {
	const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
	if (system !== undefined && process.env.OVERTRICK_BROWSER !== 'npm') return chromium.launch({ executablePath: system, args: FLAGS });
	const packed = (await import(pathToFileURL(require.resolve('@sparticuz/chromium')).href)).default;
	return chromium.launch({ executablePath: await packed.executablePath(), args: FLAGS, headless: true });
}

/** A server with a database of its own. */
export class Server {
	#process = null;
	#folder = mkdtempSync(join(tmpdir(), 'overtrick-'));
	#seeds;
	port = 0;

	/** With `seeds` the first deals are known. */
	constructor({ seeds = [] } = {}) {
		this.#seeds = seeds;
	}

	get address() {
		return `http://127.0.0.1:${this.port}`;
	}

	async start() {
		const python = process.env.OVERTRICK_PYTHON ?? 'python3';
		const database = `sqlite:///${join(this.#folder, 'tables.db')}`;
		const program = this.#seeds.length > 0 ? [join(here, 'dealt.py')] : ['-m', 'overtrick.cli.main'];
		const child = spawn(python, [...program, 'serve', '--port', String(this.port), '--database', database], {
			cwd: root,
			env: { ...process.env, PYTHONPATH: join(root, 'src'), OVERTRICK_SEEDS: this.#seeds.join(' ') },
			stdio: ['ignore', 'pipe', 'pipe']
		});
		this.#process = child;
		let said = '';
		child.stderr.on('data', (text) => (said += text));
		await new Promise((resolve, reject) => {
			child.stdout.on('data', (text) => {
				said += text;
				const found = /Overtrick is at http:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
				if (found) {
					this.port = Number(found[1]);
					resolve();
				}
			});
			child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
		});
	}

	/** End it without warning; `start` then starts it again at the same port. */
	async kill() {
		const child = this.#process;
		const ended = new Promise((resolve) => child.once('exit', resolve));
		child.kill('SIGKILL');
		await ended;
	}

	async stop() {
		const child = this.#process;
		const ended = new Promise((resolve) => child.once('exit', resolve));
		child.kill('SIGTERM');
		await ended;
		rmSync(this.#folder, { recursive: true, force: true });
	}

	/** A new table by the API; the page gets the seat as if it had made it itself. */
	async table(wish) {
		const answer = await fetch(`${this.address}/api/game/create`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ name: 'Ada', pace: 'instant', ...wish })
		});
		if (!answer.ok) throw new Error(await answer.text());
		return answer.json();
	}
}

/** The server that all tests of a run share, or one of its own when a file is run alone. */
export function sharedServer() {
	const server = new Server();
	const address = process.env.OVERTRICK_ADDRESS;
	if (address === undefined) return server;
	server.port = Number(new URL(address).port);
	server.start = async () => {};
	server.stop = async () => {};
	return server;
}

/** A page that fails the test for any error in its console and any request to another host. */
export async function openPage(browser, server, { width = 1440, height = 900, settings = {}, ...context } = {}) {
	const made = await browser.newContext({ viewport: { width, height }, ...context });
	made.setDefaultTimeout(PATIENCE);
	const page = await made.newPage();
	const faults = [];
	/** Errors that a test provokes: a cut line is reported by the browser itself. */
	const allowed = [];
	page.on('console', (message) => {
		if (message.type() === 'error' && !allowed.some((pattern) => pattern.test(message.text()))) faults.push(message.text());
	});
	page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
	page.on('request', (request) => {
		const url = new URL(request.url());
		if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.hostname !== '127.0.0.1') faults.push(`asked ${request.url()}`);
	});
	await page.addInitScript((kept) => {
		if (localStorage.getItem('overtrick.settings') === null) localStorage.setItem('overtrick.settings', JSON.stringify(kept));
	}, { motion: 'none', pace: 'instant', name: 'Ada', ...settings });
	return { page, context: made, faults, allowed };
}

/** Open a table made by the API as the one who made it. */
export async function sitDown(page, server, seated, query = '') {
	await page.addInitScript(({ id, token, game }) => {
		localStorage.setItem('overtrick.seats', JSON.stringify([{ id, token, game, at: 1 }]));
	}, { id: seated.id, token: seated.token, game: seated.view.table.game });
	await page.goto(`${server.address}/game/${seated.id}${query}`);
	await page.waitForSelector('.felt');
}

/** What the table waits for: the name of the phase, or 'end'. */
export async function asked(page) {
	const found = await page.waitForFunction(() => {
		const find = (selector) => document.querySelector(selector);
		if (find('[data-busy]')) return null; // what was done last is on its way
		if ([...document.querySelectorAll('.summary .button')].some((button) => button.textContent === 'Play again')) return 'end';
		if ([...document.querySelectorAll('.summary .button')].some((button) => button.textContent === 'Next round')) return 'next';
		if (find('.bids button')) return 'bid';
		if (find('[data-card][aria-pressed]') && !find('.picked')) return 'pass';
		if (find('[data-card].playable:not(.sent)')) return 'play';
		return null;
	}, undefined, { timeout: PATIENCE });
	return found.jsonValue();
}

/** Play by mouse until the match is over, or until `until` says so; returns how many things were done. */
export async function playByMouse(page, { until = () => false, claims = false } = {}) {
	for (let done = 0; done < 2000; done++) {
		const phase = await asked(page);
		if (phase === 'end' || (await until(done))) return done;
		if (phase === 'next') await press(page, page.locator('.summary .button.main'));
		if (phase === 'bid') await press(page, page.locator('.bids button[aria-disabled="false"]').first());
		if (phase === 'pass') {
			for (let at = 0; at < 3; at++) await page.locator('[data-card]').nth(at).click();
			await press(page, page.getByRole('button', { name: 'Pass these cards' }));
		}
		if (phase === 'play') {
			const claim = page.locator('.strip').getByRole('button', { name: 'Claim', disabled: false });
			if (claims && (await claim.count()) > 0) await press(page, claim);
			else await press(page, page.locator('[data-card].playable:not(.sent)').first());
		}
	}
	throw new Error('the match does not end');
}

/** Press something that is there now; gone before the press means the table has moved on, which is fine. */
async function press(page, locator) {
	try {
		await locator.click({ timeout: 3_000 });
	} catch (error) {
		if (!/Timeout|detached/.test(String(error))) throw error;
	}
}
