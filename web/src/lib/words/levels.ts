import type { Level, Pace } from '../api/messages';

const LEVELS: Record<Level, string> = { easy: 'easy', normal: 'normal', hard: 'hard', expert: 'expert' };

export const PACES: Record<Pace, string> = {
	calm: 'calm, time to think along',
	normal: 'normal',
	fast: 'fast',
	instant: 'at once'
};

export function levelWord(level: Level): string {
	return LEVELS[level];
}
