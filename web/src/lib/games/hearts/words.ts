import { sayPass } from '../../words/words';
import type { GameWords, Invitation, ReplayWords } from '../game';

export const invitation: Invitation = {
	text: 'Leave the hearts and the queen of spades to the others. Or take them all. Four players.',
	fan: ['JH', 'QS', 'AH']
};

export const words: GameWords = {
	deal: (_table, round) => sayPass(round),
	need: () => '',
	styles: {
		'aggressive-moon': 'shoots the moon',
		'hunt-leader': 'hunts the leader'
	}
};

export const replay: ReplayWords = {
	deal: sayPass,
	seat: (moment, seat) => `tricks ${moment.tricks[seat]}`
};
