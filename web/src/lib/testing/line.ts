import type { ServerMessage } from '../api/messages';
import type { Line } from '../stores/session.svelte';

/** A line without a server: what the page sends is kept, what the server says is said by the test. */
export class FakeLine implements Line {
	onopen: Line['onopen'] = null;
	onmessage: Line['onmessage'] = null;
	onclose: Line['onclose'] = null;
	sent: Record<string, unknown>[] = [];

	send(text: string): void {
		this.sent.push(JSON.parse(text) as Record<string, unknown>);
	}

	close(): void {
		this.onclose?.({ code: 1000 });
	}

	say(message: ServerMessage): void {
		this.onmessage?.({ data: JSON.stringify(message) });
	}

	last(): Record<string, unknown> {
		return this.sent[this.sent.length - 1] ?? {};
	}
}
