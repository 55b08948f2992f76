import type { EventView, PlayedCard, View } from '../api/messages';

/** More events than this at once are not shown one by one: the table is simply as it is now. */
const MOST_AT_ONCE = 40;

/**
 * What lies in the middle of the table.
 *
 * The view is always the newest; the stage may be a moment behind it, so that a finished trick can be read before it is
 * gathered. It never holds anybody up: `hurry` brings it up to date at once.
 */
export class Stage {
	cards = $state.raw<readonly PlayedCard[]>([]);
	/** Who takes the finished trick that is still lying there; null while it is in progress. */
	taker = $state<number | null>(null);

	#waiting: EventView[] = [];
	#timer: ReturnType<typeof setTimeout> | null = null;
	#stays: () => number;

	constructor(stays: () => number) {
		this.#stays = stays;
	}

	/** Show the view as it is, with nothing left to tell. */
	reset(view: View): void {
		this.#stop();
		this.#waiting = [];
		this.taker = null;
		this.cards = view.table.round?.trick?.cards ?? [];
	}

	/** Show what happened, trick by trick, up to the view. */
	tell(events: readonly EventView[], view: View): void {
		if (events.some((event) => event.kind === 'undone') || this.#waiting.length + events.length > MOST_AT_ONCE) {
			this.reset(view);
			return;
		}
		this.#waiting.push(...events);
		if (this.#timer === null) this.#go();
	}

	/** Do not wait for anything that is still being shown. */
	hurry(): void {
		this.#stop();
		this.#go(true);
	}

	/** True while the stage is behind the view. */
	get isBehind(): boolean {
		return this.taker !== null || this.#waiting.length > 0;
	}

	#go(hurried = false): void {
		if (this.taker !== null) this.#gather();
		for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
			this.#show(event);
			if (this.taker === null) continue;
			const isLast = !this.#waiting.some((later) => later.kind === 'played');
			if (hurried && !isLast) {
				this.#gather();
				continue;
			}
			this.#timer = setTimeout(() => {
				this.#timer = null;
				this.#go();
			}, this.#stays());
			return;
		}
	}

	#show(event: EventView): void {
		if (event.kind === 'dealt' || event.kind === 'started') this.cards = [];
		if (event.kind !== 'played' || event.seat === null || event.card === null) return;
		this.cards = [...this.cards, { seat: event.seat, card: event.card }];
		this.taker = event.winner;
	}

	#gather(): void {
		this.cards = [];
		this.taker = null;
	}

	#stop(): void {
		if (this.#timer !== null) clearTimeout(this.#timer);
		this.#timer = null;
	}
}
