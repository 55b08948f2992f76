/** Seconds from which on the time left is shown. */
const SHOWN = 20;
/** Seconds at which it is said, once. */
const SAID = 10;

/** What is left of the time for a decision, counted down between one view and the next. */
export class Countdown {
	/** Whole seconds left; null while there is plenty of time, or no clock goes. */
	left = $state<number | null>(null);

	#ends = 0;
	#isSaid = false;
	#timer: ReturnType<typeof setTimeout> | null = null;
	#onlow: () => void;

	/** `onlow` is called once for each decision when little time is left. */
	constructor(onlow: () => void) {
		this.#onlow = onlow;
	}

	/** Seconds left as the server has just said it; null when no clock goes. */
	set(seconds: number | null): void {
		this.stop();
		if (seconds === null) return;
		if (seconds > SAID) this.#isSaid = false;
		this.#ends = Date.now() + seconds * 1000;
		this.#tick();
	}

	stop(): void {
		if (this.#timer !== null) clearTimeout(this.#timer);
		this.#timer = null;
		this.left = null;
	}

	#tick(): void {
		const milliseconds = Math.max(0, this.#ends - Date.now());
		const seconds = Math.ceil(milliseconds / 1000);
		this.left = seconds <= SHOWN ? seconds : null;
		if (seconds <= SAID && !this.#isSaid) {
			this.#isSaid = true;
			this.#onlow();
		}
		if (seconds === 0) return;
		const later = seconds > SHOWN ? milliseconds - SHOWN * 1000 : milliseconds - (seconds - 1) * 1000;
		this.#timer = setTimeout(() => this.#tick(), later);
	}
}
