/** The letter, digit or sign of a key press that is meant for the table; null when it is meant for something else. */
export function shortcut(event: KeyboardEvent, isCovered: boolean): string | null {
	if (isCovered || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
	const target = event.target;
	if (target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]')) return null;
	const name = event.key.toLowerCase();
	return /^[a-z0-9?]$/.test(name) ? name : null;
}
