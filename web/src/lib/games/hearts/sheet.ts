import { count, signed } from '../../words/words';
import type { SheetParts } from '../game';
import Dealt from './Dealt.svelte';

export const sheet: SheetParts = {
	head: 'Pass',
	Dealt,
	note: (row, [seat = 0]) => ({ text: `${signed(row.scores[seat] ?? 0)}${row.facts.moon === seat ? ' moon' : ''}` }),
	coming: () => [],
	ending: ({ target }) =>
		target === null ? '' : `The match ends when somebody has ${count(target, 'point')}; the lowest score wins.`
};
