import type { TableControls } from './controls.svelte';

/** A part of the table that can be given the keyboard. */
export interface Takes {
	take: () => void;
}

/** Where the keyboard is at the table: with whatever is asked. */
export class TableFocus {
	/** Whether the last thing the person touched was a key. */
	usesKeys = $state(false);
	/** What is asked or told in the middle of the table, if it can be given the keyboard. */
	middle = $state.raw<Takes | undefined>();
	hand = $state.raw<Takes | undefined>();

	/** Give the keyboard to what is asked. */
	go(controls: TableControls): void {
		this.#asked(controls)?.take();
	}

	/** Follow what is asked, unless the person is busy elsewhere; call inside an effect. */
	follow(controls: TableControls): void {
		const asked = controls.turn === null && !controls.showsSummary ? undefined : this.#asked(controls);
		const at = document.activeElement;
		const isFree = at === null || at === document.body;
		if (this.usesKeys && asked && controls.opened === null && isFree) asked.take();
	}

	#asked(controls: TableControls): Takes | undefined {
		return controls.showsBids || controls.showsSummary ? this.middle : this.hand;
	}
}
