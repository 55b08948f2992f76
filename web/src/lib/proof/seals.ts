const KEY = 'overtrick.seals';
const MOST_TABLES = 60;

/** Fingerprints of deals by table and round, as this device saw them when the cards were dealt. */
type Kept = Record<string, Record<string, string>>;

/** Remember the fingerprint of a deal. The first one stays: a later one must not replace what was promised. */
export function keepSeal(table: string, round: number, fingerprint: string): void {
	const kept = read();
	const mine = kept[table] ?? {};
	if (mine[round] !== undefined) return;
	const { [table]: _, ...others } = kept;
	const newest = Object.entries(others).slice(-(MOST_TABLES - 1));
	try {
		localStorage.setItem(
			KEY,
			JSON.stringify(Object.fromEntries([...newest, [table, { ...mine, [round]: fingerprint }]]))
		);
	} catch {
		// Without storage the check still compares seed, deck, hands and the fingerprint the server repeats.
	}
}

/** The fingerprint seen before a round was played; null when this device was not there. */
export function sealOf(table: string, round: number): string | null {
	return read()[table]?.[round] ?? null;
}

function read(): Kept {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
		return kept !== null && typeof kept === 'object' ? (kept as Kept) : {};
	} catch {
		return {};
	}
}
