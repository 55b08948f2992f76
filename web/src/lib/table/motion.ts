import type { TransitionConfig } from 'svelte/transition';
import { settings } from '../stores/settings.svelte';
import type { Place } from './places';

const MOVE: Record<typeof settings.motion, number> = { none: 0, fast: 140, normal: 240, slow: 420 };

function duration(): number {
	return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE[settings.motion];
}

/** A card comes from the seat that plays it. */
export function played(_node: Element, { from }: { from: Place }): TransitionConfig {
	return {
		duration: duration(),
		css: (t, u) => `opacity: ${Math.min(1, t * 3)}; translate: ${from.x * u * 9}rem ${from.y * u * 7}rem; rotate: ${from.x * u * 14}deg`
	};
}

/** A trick is gathered by the seat that won it. */
export function gathered(_node: Element, { to }: { to: Place | null }): TransitionConfig {
	if (to === null) return { duration: 0 };
	return {
		duration: duration() * 1.2,
		css: (t, u) => `opacity: ${t}; translate: ${to.x * u * 11}rem ${to.y * u * 8}rem; scale: ${0.6 + 0.4 * t}`
	};
}
