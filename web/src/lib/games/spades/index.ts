import type { PageGame } from '../game';
import { lessons } from './lessons';
import Plate from './Plate.svelte';
import RoundLine from './RoundLine.svelte';
import { sheet } from './sheet';
import { summary } from './summary';
import { bidPad, invitation, replay, words } from './words';

export const spades: PageGame = {
	key: 'spades',
	name: 'Spades',
	invitation,
	words,
	Plate,
	marksDealer: true,
	RoundLine,
	bidPad,
	sheet,
	summary,
	replay,
	lessons,
	rules: () => import('./Rules.svelte'),
	handSizes: []
};
