import type { EventView, View } from '../api/messages';
import { settings } from '../stores/settings.svelte';

let audio: AudioContext | null = null;

/** A short knock of a card on the table, or two soft notes when it is one's turn. */
export function soundFor(events: readonly EventView[], view: View): void {
	if (!settings.sound) return;
	audio ??= new AudioContext();
	if (events.some((event) => event.kind === 'played')) knock(audio);
	if (view.own?.turn != null && view.table.round?.turn === view.own.seat) {
		note(audio, 523, 0.08);
		note(audio, 659, 0.2);
	}
}

function knock(context: AudioContext): void {
	const length = Math.floor(context.sampleRate * 0.05);
	const buffer = context.createBuffer(1, length, context.sampleRate);
	const samples = buffer.getChannelData(0);
	for (let at = 0; at < length; at++) samples[at] = (Math.random() * 2 - 1) * Math.exp((-9 * at) / length);
	const source = context.createBufferSource();
	const filter = context.createBiquadFilter();
	filter.type = 'lowpass';
	filter.frequency.value = 900;
	source.buffer = buffer;
	source.connect(filter).connect(context.destination);
	source.start();
}

function note(context: AudioContext, frequency: number, delay: number): void {
	const tone = context.createOscillator();
	const volume = context.createGain();
	const start = context.currentTime + delay;
	tone.frequency.value = frequency;
	volume.gain.setValueAtTime(0.06, start);
	volume.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
	tone.connect(volume).connect(context.destination);
	tone.start(start);
	tone.stop(start + 0.3);
}
