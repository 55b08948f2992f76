import { beforeEach, expect, test } from 'vitest';
import type { OpenedDeal } from '../api/messages';
import { canCheck, deckOf, faultsOf, shorten } from './deals';
import { keepSeal, sealOf } from './seals';

// Made by the server's own code, `overtrick.server.deals`.
const SEED = '00112233445566778899aabbccddeeff'.repeat(2);
const COMMITMENT = 'a5ab5ba239f813f18f78c6bd3321af40cbe19c270f45550b928a763451c2a238';
const DECK =
	'9H 8D TH QH 4D 7D JH QD 7H 6H 4S JS 3H 5D TS JD QS 2C 4H 4C 7C 7S AD 5S 5H 8C TD KC AC 2D 3D AS JC 8H AH 6S KD 3S 6C 2H 9D 2S 8S 5C 6D 9S 3C QC 9C KS KH TC'.split(
		' '
	);

const deal: OpenedDeal = { round: 3, commitment: COMMITMENT, seed: SEED, deck: DECK };
const facts = {
	table: 'abc',
	deal,
	seen: COMMITMENT,
	hands: [
		['8D', '9H'],
		['QH', 'TH']
	]
};

beforeEach(() => localStorage.clear());

test('a seed leads to the deck the server dealt', async () => {
	expect(canCheck()).toBe(true);
	expect(await deckOf(SEED)).toEqual(DECK);
});

test('a deal that is what was promised has no fault', async () => {
	expect(await faultsOf(facts)).toEqual([]);
	expect(await faultsOf({ ...facts, seen: null, hands: null })).toEqual([]);
});

test('whatever was changed is named', async () => {
	const other = [...DECK.slice(1), DECK[0]!];
	expect(await faultsOf({ ...facts, deal: { ...deal, deck: other } })).toEqual([
		'The cards do not follow from the seed.'
	]);
	expect(await faultsOf({ ...facts, table: 'abd' })).toEqual(['The fingerprint is not that of this deal.']);
	expect(await faultsOf({ ...facts, seen: 'ff' })).toEqual([
		'Before the bidding this device was shown another fingerprint.'
	]);
	expect(
		await faultsOf({
			...facts,
			hands: [
				['8D', '9H'],
				['QH', '2S']
			]
		})
	).toEqual(['The hands are not those of this deck.']);
	expect(await faultsOf({ ...facts, deal: { ...deal, seed: null } })).toEqual(['The server has not opened this deal.']);
});

test('the first fingerprint of a deal is the one that is kept', () => {
	keepSeal('abc', 1, 'first');
	keepSeal('abc', 1, 'second');
	for (let table = 0; table < 59; table++) keepSeal(`t${table}`, 1, 'x');
	expect(sealOf('abc', 1)).toBe('first');
	keepSeal('one more', 1, 'x');
	expect(sealOf('abc', 1)).toBeNull();
	expect(shorten(COMMITMENT)).toBe('a5ab 5ba2');
	localStorage.setItem('overtrick.seals', 'not json');
	expect(sealOf('abc', 1)).toBeNull();
});
