/** A seat this device holds: the token is the seat. */
export interface KeptSeat {
	id: string;
	/** Null for tables that were only watched. */
	token: string | null;
	game: string;
	/** The number of the seat, once it has been seen. */
	seat?: number;
	/** Milliseconds since 1970, when the table was last opened here. */
	at: number;
}

const KEY = 'overtrick.seats';
const DEVICE_KEY = 'overtrick.device';
const MOST = 200;

/** The tables this device remembers, newest first. */
export function keptSeats(): KeptSeat[] {
	try {
		const kept: unknown = JSON.parse(readText(KEY) ?? '[]');
		return Array.isArray(kept) ? kept.filter(isSeat) : [];
	} catch {
		return [];
	}
}

/** The token of a table, if this device has a seat there. */
export function tokenOf(id: string): string | null {
	return keptSeats().find((seat) => seat.id === id)?.token ?? null;
}

/** What this device is known by at a table, where it may have one seat. Whoever clears the storage has a new device. */
export function deviceSecret(): string {
	const kept = readText(DEVICE_KEY);
	if (kept !== null && kept.length >= 16) return kept;
	const secret = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, '0')
	).join('');
	writeText(DEVICE_KEY, secret);
	return secret;
}

/** Remember a table; a seat once held is not forgotten by looking at the table again. */
export function keepSeat(seat: KeptSeat): void {
	const known = keptSeats();
	const before = known.find((kept) => kept.id === seat.id);
	const others = known.filter((kept) => kept !== before);
	write([{ ...before, ...seat, token: seat.token ?? before?.token ?? null }, ...others].slice(0, MOST));
}

/** The names at a table; one's own is `You`. */
export function namesAt(table: { id: string; names: string[] }): string[] {
	const own = keptSeats().find((kept) => kept.id === table.id)?.seat;
	return table.names.map((name, seat) => (seat === own ? 'You' : name));
}

/** Forget a table that is gone, or whose seat was given up. */
export function forgetSeat(id: string): void {
	write(keptSeats().filter((kept) => kept.id !== id));
}

function write(seats: KeptSeat[]): void {
	writeText(KEY, JSON.stringify(seats));
}

function readText(key: string): string | null {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

function writeText(key: string, text: string): void {
	try {
		localStorage.setItem(key, text);
	} catch {
		// Without storage it lasts as long as the page.
	}
}

function isSeat(value: unknown): value is KeptSeat {
	if (value === null || typeof value !== 'object') return false;
	const seat = value as Partial<KeptSeat>;
	return (
		typeof seat.id === 'string' &&
		(seat.token === null || typeof seat.token === 'string') &&
		typeof seat.game === 'string' &&
		typeof seat.at === 'number'
	);
}
