import { settings } from '../stores/settings.svelte';
import type { TableControls } from './controls.svelte';
import type { TableFocus } from './focus.svelte';
import { shortcut } from './shortcuts';

/** What each letter does at the table; `KeyHelp` says so. */
const LETTERS: Readonly<Record<string, (controls: TableControls, focus: TableFocus) => void>> = {
	h: (controls) => controls.hint(),
	u: (controls) => controls.undo(),
	c: (controls) => controls.claim(),
	l: (controls) => controls.open(controls.round?.last_trick ? 'last' : null),
	s: (controls) => controls.open('scores'),
	n: (controls) => controls.next(),
	p: (controls) => controls.pass(),
	f: (controls, focus) => focus.go(controls),
	r: (controls) => controls.sayAgain(),
	d: (controls) => controls.open(controls.round === null ? null : 'deal'),
	v: (controls) => controls.open(controls.canReview ? 'review' : null),
	'?': (controls) => controls.open('help')
};

/** A key was pressed: digits bid, letters do what they stand for. */
export function pressKey(event: KeyboardEvent, controls: TableControls, focus: TableFocus): void {
	focus.usesKeys = true;
	const name = shortcut(event, controls.opened !== null);
	if (name === null) return;
	const bid = controls.turn?.bids.find((choice) => String(choice.bid) === name);
	const letter = settings.shortcuts || name === '?' ? LETTERS[name] : undefined;
	if (bid === undefined && letter === undefined) return;
	event.preventDefault();
	if (bid === undefined) letter?.(controls, focus);
	else if (bid.legal) controls.bid(bid.bid);
	else controls.refuse(bid.reason ?? 'This bid is not allowed.');
}
