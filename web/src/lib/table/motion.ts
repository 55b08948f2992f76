import { cubicIn, cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { settings } from '../stores/settings.svelte';
import type { Place } from './places';

const MOVE: Record<typeof settings.motion, number> = { none: 0, fast: 140, normal: 240, slow: 420 };

function duration(): number {
	return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE[settings.motion];
}

/** A card is dealt into the hand, one after the other. */
export function dealt(_node: Element, { at }: { at: number }): TransitionConfig {
	const time = duration();
	return {
		duration: time,
		delay: Math.min(at * time * 0.14, time * 2),
		easing: cubicOut,
		css: (t, u) => `opacity: ${Math.min(1, t * 2)}; translate: ${-u * 1.5}rem ${-u * 5}rem; rotate: ${-u * 8}deg`
	};
}

/** A card comes from the seat that plays it. */
export function played(_node: Element, { from }: { from: Place }): TransitionConfig {
	return {
		duration: duration(),
		easing: cubicOut,
		css: (t, u) =>
			`opacity: ${Math.min(1, t * 3)}; translate: ${from.x * u * 9}rem ${from.y * u * 7}rem; rotate: ${from.x * u * 14}deg`
	};
}

/** A trick is gathered by the seat that won it. */
export function gathered(_node: Element, { to }: { to: Place | null }): TransitionConfig {
	if (to === null) return { duration: 0 };
	return {
		duration: duration() * 1.2,
		easing: cubicIn,
		css: (t, u) => `opacity: ${t}; translate: ${to.x * u * 11}rem ${to.y * u * 8}rem; scale: ${0.6 + 0.4 * t}`
	};
}
