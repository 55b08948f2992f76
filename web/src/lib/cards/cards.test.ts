import { expect, test } from 'vitest';
import { rankOf, sayCard, sortHand, suitOf, writeCard } from './cards';

test('a card is read, written and said', () => {
	expect(rankOf('TH')).toBe('10');
	expect(suitOf('TH')).toBe('H');
	expect(writeCard('TH')).toBe('10♥');
	expect(sayCard('QS')).toBe('queen of spades');
	expect(sayCard('TH')).toBe('10 of hearts');
	expect(sayCard('2C')).toBe('2 of clubs');
});

test('a hand is sorted as its owner likes, trump first', () => {
	const hand = ['2D', 'AS', '9H', 'KS', 'TH'];
	expect(sortHand(hand, 'suits')).toEqual(['AS', 'KS', 'TH', '9H', '2D']);
	expect(sortHand(hand, 'suits', 'H')).toEqual(['TH', '9H', '2D', 'AS', 'KS']);
	expect(sortHand(hand, 'suits-low')).toEqual(['KS', 'AS', '9H', 'TH', '2D']);
	expect(sortHand(hand, 'ranks')).toEqual(['AS', 'KS', 'TH', '9H', '2D']);
	expect(hand[0]).toBe('2D');
});
