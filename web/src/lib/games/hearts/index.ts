import type { PageGame } from '../game';
import { lessons } from './lessons';
import Plate from './Plate.svelte';
import RoundLine from './RoundLine.svelte';
import { sheet } from './sheet';
import { summary } from './summary';
import { invitation, replay, words } from './words';

export const hearts: PageGame = {
	key: 'hearts',
	name: 'Hearts',
	invitation,
	words,
	Plate,
	marksDealer: false,
	RoundLine,
	bidPad: null,
	sheet,
	summary,
	replay,
	lessons,
	rules: () => import('./Rules.svelte'),
	handSizes: []
};
