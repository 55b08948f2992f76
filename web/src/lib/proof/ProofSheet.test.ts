import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { api, type OpenedDeal, type Replay } from '../api/messages';
import { deckOf, fingerprintOf } from './deals';
import ProofSheet from './ProofSheet.svelte';
import { keepSeal } from './seals';

const SEED = 'ab'.repeat(32);

/** A table with one finished round of two cards each, dealt as promised. */
async function dealt(isOpen: boolean): Promise<OpenedDeal> {
	const deck = await deckOf(SEED);
	const deal: OpenedDeal = { round: 1, commitment: await fingerprintOf('abc', 1, SEED, deck), seed: SEED, deck };
	vi.spyOn(api, 'getProof').mockResolvedValue({
		id: 'abc',
		is_open: isOpen,
		deals: [isOpen ? deal : { ...deal, seed: null, deck: null }]
	});
	vi.spyOn(api, 'getReplay').mockResolvedValue({ hands: [deck.slice(0, 2), deck.slice(2, 4)] } as Replay);
	return deal;
}

beforeEach(() => {
	localStorage.clear();
	vi.restoreAllMocks();
});

test('while the match runs the deals are sealed', async () => {
	await dealt(false);
	render(ProofSheet, { id: 'abc' });
	expect(await screen.findByText('sealed')).toBeTruthy();
	expect(screen.queryByRole('button')).toBeNull();
});

test('afterwards they are checked on request', async () => {
	const { commitment } = await dealt(true);
	keepSeal('abc', 1, commitment);
	render(ProofSheet, { id: 'abc' });
	await fireEvent.click(await screen.findByRole('button', { name: 'Check all deals' }));
	expect(await screen.findByText('1 deal checked: seed, cards and fingerprint agree.')).toBeTruthy();
	expect(screen.queryByText(/was not there/)).toBeNull();
});

test('another fingerprint than the one shown before is found out', async () => {
	await dealt(true);
	keepSeal('abc', 1, 'ff'.repeat(32));
	render(ProofSheet, { id: 'abc', round: 1 });
	await fireEvent.click(await screen.findByRole('button', { name: 'Check this deal' }));
	expect(await screen.findByText('Before the bidding this device was shown another fingerprint.')).toBeTruthy();
	expect(screen.getByRole('status').textContent).toContain('1 of 1 deal not as promised.');
});
