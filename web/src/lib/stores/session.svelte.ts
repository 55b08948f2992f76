import { SvelteMap } from 'svelte/reactivity';
import type { Ack, EventView, Opinion, Pace, Refused, ServerMessage, View, Welcome } from '../api/messages';
import type { PageGame } from '../games/game';
import { sayTimeLow, storyOf, whereItStands } from '../words/story';
import { Countdown } from './countdown.svelte';
import { Stage } from './stage.svelte';

/** An action before it has an id and a version. */
export type Wish =
	| { type: 'bid'; bid: number }
	| { type: 'pass'; cards: string[] }
	| { type: 'play'; card: string }
	| { type: 'agree'; yes: boolean }
	| { type: 'pace'; pace: Pace }
	| { type: 'start' | 'next' | 'undo' | 'claim' | 'leave' | 'rematch' | 'move_now' | 'hint' };

type Sent = Wish & { id: string; version: number };

/** How the line to the server is: words for it are in `linkWords`. */
export type Link = 'connecting' | 'open' | 'lost' | 'no-table' | 'unreadable' | 'no-seat';

export const linkWords: Record<Link, string> = {
	connecting: 'Connecting to the table…',
	open: '',
	lost: 'The connection is lost. Your seat is kept; trying again…',
	'no-table': 'There is no such table here, or it has been closed.',
	unreadable:
		'This table cannot be opened: its record on the server cannot be read. Whoever runs the server can find out why.',
	'no-seat': 'This seat is not yours any more. You can watch, or sit in again.'
};

/** What a session needs of a WebSocket; tests give their own. */
export interface Line {
	onopen: (() => void) | null;
	onmessage: ((event: { data: unknown }) => void) | null;
	onclose: ((event: { code: number }) => void) | null;
	send(text: string): void;
	close(): void;
}

export interface SessionOptions {
	id: string;
	token: string | null;
	open: (url: string) => Line;
	/** What the page knows of a game, by its key; null where it knows nothing. */
	games: (key: string) => PageGame | null | Promise<PageGame | null>;
	/** Milliseconds a finished trick stays on the table. */
	trickStays: () => number;
	/** Called with everything that happened, for sounds. */
	onevents?: (events: readonly EventView[], view: View) => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;
/** Lines of the story of a match that are kept. */
const STORY = 400;

/** One table, live: the newest view, what is being shown of it, and a line to the server that mends itself. */
export class TableSession {
	view = $state.raw<View | null>(null);
	/** The game that is played here; null before the first view, and where this page does not know it. */
	game = $state.raw<PageGame | null>(null);
	link = $state<Link>('connecting');
	/** Something to tell the person: a refusal, a resynchronisation. */
	notice = $state<string | null>(null);
	thinking = $state.raw<{ seat: number; progress: number } | null>(null);
	hint = $state.raw<Opinion | null>(null);
	isAskingHint = $state(false);
	/** What happened, told in sentences, newest last. */
	story = $state.raw<readonly string[]>([]);
	/** The card on its way to the server. */
	sentCard = $state<string | null>(null);
	/** The id of the new table after a rematch. */
	rematch = $state<string | null>(null);
	readonly stage: Stage;
	/** What is left of the time for the decision that is asked for. */
	readonly countdown: Countdown;

	#options: SessionOptions;
	#line: Line | null = null;
	/** What the server says while the game is being fetched; null when nothing is waited for. */
	#early: ServerMessage[] | null = null;
	#unanswered = new SvelteMap<string, Sent>();
	/** The version that the last answered action made; what is shown may be older for a moment. */
	#due = $state(0);
	#wait = FIRST_WAIT;
	#timer: ReturnType<typeof setTimeout> | null = null;
	#isClosed = false;

	constructor(options: SessionOptions) {
		this.#options = options;
		this.stage = new Stage(options.trickStays);
		this.countdown = new Countdown(() => this.view && this.#say(...sayTimeLow(this.view)));
	}

	get seat(): number | null {
		return this.view?.own?.seat ?? null;
	}

	/** True while an action of this seat is on its way, or done and not shown yet. */
	get isBusy(): boolean {
		return this.#unanswered.size > 0 || (this.view?.version ?? 0) < this.#due;
	}

	connect(): void {
		if (this.#isClosed || this.#line !== null) return;
		this.#stopWaiting();
		const line = this.#options.open(`/api/game/${encodeURIComponent(this.#options.id)}/socket`);
		this.#line = line;
		line.onopen = () => this.#greet(line);
		line.onmessage = (event) => this.#read(JSON.parse(String(event.data)) as ServerMessage, line);
		line.onclose = (event) => this.#lost(line, event.code);
	}

	close(): void {
		this.#isClosed = true;
		this.#early = null;
		this.#stopWaiting();
		this.countdown.stop();
		this.#line?.close();
		this.#line = null;
	}

	/** Send an action. A card or bid that is already on its way is not sent twice. */
	act(wish: Wish): void {
		if (this.view === null) return;
		const isMove = wish.type === 'play' || wish.type === 'bid' || wish.type === 'pass';
		if (isMove && [...this.#unanswered.values()].some((sent) => sent.type === wish.type)) return;
		const sent: Sent = { ...wish, id: newId(), version: this.view.version };
		this.notice = null;
		this.stage.hurry();
		if (wish.type === 'play') this.sentCard = wish.card;
		if (wish.type === 'hint') this.isAskingHint = true;
		this.#unanswered.set(sent.id, sent);
		if (this.link === 'open') this.#line?.send(JSON.stringify(sent));
	}

	#greet(line: Line): void {
		line.send(JSON.stringify({ type: 'hello', token: this.#options.token, version: this.view?.version ?? null }));
	}

	/** What the server says is taken in its order; the first welcome waits for what the page knows of the game. */
	#read(message: ServerMessage, line: Line): void {
		if (this.#early !== null) this.#early.push(message);
		else if (message.type === 'welcome' && this.game?.key !== message.view.table.game) this.#learn(message, line);
		else this.#take(message);
	}

	#learn(welcome: Welcome, line: Line): void {
		const found = this.#options.games(welcome.view.table.game);
		if (!(found instanceof Promise)) {
			this.game = found;
			return this.#take(welcome);
		}
		const early: ServerMessage[] = [welcome];
		this.#early = early;
		found.then(
			(game) => {
				if (this.#early !== early) return;
				this.#early = null;
				this.game = game;
				for (const message of early) this.#take(message);
			},
			// A part of the page that cannot be fetched: the line mends itself, and asks for it again.
			() => this.#early === early && line.close()
		);
	}

	#take(message: ServerMessage): void {
		switch (message.type) {
			case 'welcome':
				return this.#welcomed(message);
			case 'event':
				return this.#happened(message.events, message.view);
			case 'view':
				return this.#show(message.view);
			case 'ack':
				return this.#acknowledged(message);
			case 'refused':
				return this.#refused(message);
			case 'thinking':
				this.thinking = { seat: message.seat, progress: message.progress };
				return;
			case 'hint':
				this.#unanswered.delete(message.id);
				this.isAskingHint = false;
				if (message.version === this.view?.version) this.hint = message.opinion;
				return;
			case 'ping':
				return this.#line?.send(JSON.stringify({ type: 'pong' }));
			case 'error':
				this.notice = message.error.message;
		}
	}

	#welcomed(message: Welcome): void {
		const isFirst = this.view === null;
		const wasLost = this.link === 'lost';
		this.link = 'open';
		this.#wait = FIRST_WAIT;
		if (isFirst || !message.is_complete) {
			this.#show(message.view);
			this.stage.reset(message.view);
			if (this.game) this.#say(...whereItStands(message.view, this.game.words));
		} else {
			this.#happened(message.missed, message.view);
		}
		if (wasLost) this.#say('Connected again; the game goes on where it was.');
		for (const sent of this.#unanswered.values()) this.#line?.send(JSON.stringify(sent));
	}

	#happened(events: readonly EventView[], view: View): void {
		const known = this.view?.version ?? -1;
		const fresh = events.filter((event) => event.version > known);
		this.#show(view);
		if (fresh.length === 0) return;
		this.thinking = null;
		this.stage.tell(fresh, view);
		if (this.game) this.#say(...storyOf(fresh, view, this.game.words));
		const rematch = fresh.find((event) => event.kind === 'rematch');
		if (rematch) this.rematch = rematch.table;
		this.#options.onevents?.(fresh, view);
	}

	/** A newer view replaces the one shown; an older one, overtaken on the way, is dropped. */
	#show(view: View): void {
		if (this.view !== null && view.version < this.view.version) return;
		if (this.view?.version !== view.version) this.hint = null;
		if (this.sentCard !== null && !view.own?.hand.includes(this.sentCard)) this.sentCard = null;
		this.view = view;
		this.countdown.set(view.table.seconds_left);
		this.rematch ??= view.table.rematch;
	}

	#acknowledged(message: Ack): void {
		const sent = this.#unanswered.get(message.id);
		this.#unanswered.delete(message.id);
		this.#due = Math.max(this.#due, message.version);
		if (sent?.type === 'rematch' && message.table !== null) this.rematch = message.table;
	}

	#refused(message: Refused): void {
		const sent = this.#unanswered.get(message.id);
		this.#unanswered.delete(message.id);
		this.sentCard = null;
		if (sent?.type === 'hint') this.isAskingHint = false;
		this.#show(message.view);
		this.stage.reset(message.view);
		const late = 'The table had moved on before that arrived. This is how it stands now.';
		this.notice = message.code === 'stale' ? late : message.message;
	}

	#say(...sentences: string[]): void {
		if (sentences.length === 0) return;
		this.story = [...this.story, ...sentences].slice(-STORY);
	}

	#lost(line: Line, code: number): void {
		if (this.#line !== line) return;
		this.#line = null;
		this.#early = null;
		this.thinking = null;
		this.countdown.stop();
		if (this.#isClosed) return;
		if (code === 4004) this.link = 'no-table';
		else if (code === 4005) this.link = 'unreadable';
		else if (code === 4001) this.#giveUpSeat();
		else this.#tryAgain();
	}

	/** The token opens nothing any more: look on without it. */
	#giveUpSeat(): void {
		this.notice = linkWords['no-seat'];
		this.#options.token = null;
		this.#unanswered.clear();
		this.#tryAgain();
	}

	#tryAgain(): void {
		if (this.link === 'open') this.#say('The connection is lost.');
		this.link = 'lost';
		this.#timer = setTimeout(() => this.connect(), this.#wait);
		this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
	}

	/** Try now: the person asked, or the network came back. */
	retry(): void {
		if (this.link !== 'lost') return;
		this.#wait = FIRST_WAIT;
		this.connect();
	}

	#stopWaiting(): void {
		if (this.#timer !== null) clearTimeout(this.#timer);
		this.#timer = null;
	}
}

function newId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(12));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
