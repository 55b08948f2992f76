import type { Level, Pace, Style } from '../api/messages';

const LEVELS: Record<Level, string> = { easy: 'easy', normal: 'normal', hard: 'hard', expert: 'expert' };

const STYLES: Record<Style, string> = {
	plain: 'plain',
	cautious: 'cautious',
	'aggressive-moon': 'shoots the moon',
	'hunt-leader': 'hunts the leader'
};

export const PACES: Record<Pace, string> = {
	calm: 'calm, time to think along',
	normal: 'normal',
	fast: 'fast',
	instant: 'at once'
};

export function levelWord(level: Level): string {
	return LEVELS[level];
}

export function styleWord(style: Style): string {
	return STYLES[style];
}
