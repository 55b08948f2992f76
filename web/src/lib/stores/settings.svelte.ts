import type { Pace } from '../api/messages';
import type { Sorting } from '../cards/cards';

export type Motion = 'none' | 'fast' | 'normal' | 'slow';

/** What a person likes, kept on this device only. */
export interface Settings {
	/** The name shown at tables. */
	name: string;
	/** How long the AI takes over a move, at tables opened from here. */
	pace: Pace;
	/** How fast cards move, and how long a finished trick stays. */
	motion: Motion;
	/** Whether the hint button is offered. */
	hints: boolean;
	/** Whether a card that is the only legal one plays itself. */
	autoForced: boolean;
	fourColours: boolean;
	highContrast: boolean;
	theme: 'auto' | 'light' | 'dark';
	sound: boolean;
	sorting: Sorting;
	/** Whether single letters do things at the table. */
	shortcuts: boolean;
}

export const DEFAULTS: Readonly<Settings> = {
	name: '',
	pace: 'normal',
	motion: 'normal',
	hints: true,
	autoForced: false,
	fourColours: false,
	highContrast: false,
	theme: 'auto',
	sound: false,
	sorting: 'suits',
	shortcuts: true
};

const KEY = 'overtrick.settings';

/** How much slower or faster than usual cards move. */
const PACES: Record<Motion, number> = { none: 0, fast: 0.55, normal: 1, slow: 1.8 };

/** Milliseconds a finished trick stays on the table. */
const TRICK_STAYS: Record<Motion, number> = { none: 500, fast: 650, normal: 1200, slow: 2200 };

/** The settings of this device; write a field and it is kept and shown at once. */
export const settings: Settings = $state(read());

/** Keep the settings and show them on the page; call inside an effect. */
export function applySettings(): void {
	const root = document.documentElement;
	setOrDrop(root, 'data-theme', settings.theme === 'auto' ? null : settings.theme);
	setOrDrop(root, 'data-contrast', settings.highContrast ? 'high' : null);
	setOrDrop(root, 'data-deck', settings.fourColours ? 'four' : null);
	root.style.setProperty('--pace', String(PACES[settings.motion]));
	try {
		localStorage.setItem(KEY, JSON.stringify(settings));
	} catch {
		// A browser that keeps nothing still plays; the settings then last as long as the page.
	}
}

/** Another tab has changed the settings: take them over, so that no tab writes old ones back. */
export function followOtherTabs(event: StorageEvent): void {
	if (event.key === KEY || event.key === null) Object.assign(settings, read());
}

/** How long a finished trick stays in view before it is gathered. */
export function trickStays(): number {
	return TRICK_STAYS[settings.motion];
}

function setOrDrop(root: HTMLElement, name: string, value: string | null): void {
	if (value === null) root.removeAttribute(name);
	else root.setAttribute(name, value);
}

/** Kept settings over the defaults; fields this version does not know, or of another type, are left out. */
export function read(): Settings {
	const result: Record<string, unknown> = { ...DEFAULTS };
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
		if (kept === null || typeof kept !== 'object') return { ...DEFAULTS };
		for (const [name, value] of Object.entries(kept)) {
			if (name in DEFAULTS && typeof value === typeof result[name]) result[name] = value;
		}
	} catch {
		return { ...DEFAULTS };
	}
	return result as unknown as Settings;
}
