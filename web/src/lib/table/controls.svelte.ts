import { createContext } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { sortHand, type CardCode } from '../cards/cards';
import type { TableSession } from '../stores/session.svelte';
import { settings } from '../stores/settings.svelte';
import { whereItStands } from '../words/story';

/** What lies over the table; null when nothing does. */
export type Opened = 'scores' | 'last' | 'help' | 'menu' | 'join' | 'deal' | 'review' | null;

/** What takes somebody to the table and away from it; the page around the table does that. */
export interface Door {
	/** The address friends open. */
	address: string;
	join: (name: string, seat: number) => void;
	leave: () => void;
}

/** The controls of the table that a component lies on. */
export const [getControls, setControls] = createContext<TableControls>();

/** What the person at the table is asked, has chosen and can do: for buttons, cards and keys alike. */
export class TableControls {
	/** The sheet of paper that lies over the table. */
	opened = $state<Opened>(null);
	/** What was said again on request; a new line each time, so that it is read again. */
	again = $state.raw<readonly string[]>([]);

	#session: () => TableSession;
	#door: () => Door;
	#chosen = new SvelteSet<CardCode>();

	/** Both are asked for when needed: the session is another one after sitting down. */
	constructor(session: () => TableSession, door: () => Door) {
		this.#session = session;
		this.#door = door;
	}

	get session(): TableSession {
		return this.#session();
	}

	get door(): Door {
		return this.#door();
	}

	readonly #view = $derived.by(() => this.#session().view);
	readonly own = $derived(this.#view?.own ?? null);
	readonly round = $derived(this.#view?.table.round ?? null);
	readonly turn = $derived(this.own?.turn ?? null);
	/** One's cards in the order one likes. */
	readonly hand = $derived(sortHand(this.own?.hand ?? [], settings.sorting, this.round?.trump ?? null));
	readonly isPassing = $derived(this.turn?.phase === 'pass');
	/** Cards chosen for the pass, in the order they were chosen. */
	readonly picked = $derived(this.isPassing ? [...this.#chosen].filter((card) => this.hand.includes(card)) : []);
	readonly showsBids = $derived(this.turn?.phase === 'bid' && this.session.stage.taker === null);
	readonly showsSummary = $derived(this.round?.phase === 'over' && this.session.stage.taker === null);
	readonly canReview = $derived(this.showsSummary && this.own !== null);
	/** The only card that may be played, where it is to play itself. */
	readonly forced = $derived.by(() => {
		if (!settings.autoForced || this.turn?.phase !== 'play' || !this.turn.forced) return null;
		if (this.session.stage.taker !== null) return null;
		return this.turn.cards.find((choice) => choice.legal)?.card ?? null;
	});

	open(sheet: Opened): void {
		this.opened = sheet;
	}

	/** A card that may be chosen was pressed: it is played, or picked for the pass. */
	press(card: CardCode): void {
		if (!this.isPassing) return this.session.act({ type: 'play', card });
		const count = this.turn?.count ?? 0;
		if (this.#chosen.has(card)) this.#chosen.delete(card);
		else if (this.picked.length < count) this.#chosen.add(card);
		else this.refuse(`You have chosen ${count} cards already; put one back first.`);
	}

	pass(): void {
		if (this.isPassing && this.picked.length === this.turn?.count)
			this.session.act({ type: 'pass', cards: [...this.picked] });
	}

	/** Forget what was chosen for a pass that is over. */
	putBack(): void {
		this.#chosen.clear();
	}

	bid(bid: number): void {
		this.session.act({ type: 'bid', bid });
	}

	/** Say why something cannot be done. */
	refuse(reason: string): void {
		this.session.notice = reason;
	}

	hint(): void {
		if (this.own?.offers.hint) this.session.act({ type: 'hint' });
	}

	undo(): void {
		if (this.own?.offers.undo) this.session.act({ type: 'undo' });
	}

	claim(): void {
		if (this.own?.offers.claim) this.session.act({ type: 'claim' });
	}

	next(): void {
		if (this.own?.offers.next) this.session.act({ type: 'next' });
		else this.hurry();
	}

	/** Let nobody wait: neither for an AI nor for a trick that has been read. */
	hurry(): void {
		if (this.own?.offers.move_now) this.session.act({ type: 'move_now' });
		else this.session.stage.hurry();
	}

	sayAgain(): void {
		const { view, game } = this.session;
		if (view === null || game === null) return;
		this.again = [...this.again.slice(-1), whereItStands(view, game.words).join(' ')];
	}
}
