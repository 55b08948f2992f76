import { render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { api, ApiError, type Candidate, type Replay } from '../api/messages';
import RoundReview from './RoundReview.svelte';

const nobody = { bid: null, cards: [], trick: null, winner: null, by: 'seat' as const };
const replay = {
	cards: 2,
	steps: [
		{ ...nobody, kind: 'bid', seat: 0, bid: 1 },
		{ ...nobody, kind: 'play', seat: 0, cards: ['AS'], trick: 1 },
		{ ...nobody, kind: 'play', seat: 0, cards: ['9H'], trick: 2 }
	]
} as unknown as Replay;

const candidate = (what: Partial<Candidate>): Candidate => ({
	bid: null,
	card: null,
	value: 0,
	probability: null,
	is_best: false,
	...what
});

beforeEach(() => {
	vi.restoreAllMocks();
	vi.spyOn(api, 'getReplay').mockResolvedValue(replay);
});

test('the bid and the dearest card are told, with a way to look at them', async () => {
	const opinions = [
		[candidate({ bid: 2, value: 3, is_best: true }), candidate({ bid: 1, value: 1 })],
		[candidate({ card: '9H', value: 2, is_best: true }), candidate({ card: 'AS', value: 0.5 })]
	];
	vi.spyOn(api, 'getOpinion').mockImplementation((_id, _round, { step }) =>
		Promise.resolve({ player: 'search', candidates: opinions[step] ?? [], reasons: [] })
	);
	render(RoundReview, { id: 'abc', round: 3, seat: 0 });
	expect(await screen.findByText('The card that cost most')).toBeTruthy();
	expect(screen.getByText(/You bid 1; the strongest player would have bid 2, worth 2.0 points more/)).toBeTruthy();
	const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
	expect(ways).toEqual(['/replay/abc/3?step=1&opinion', '/replay/abc/3?step=2&opinion']);
});

test('trouble is said in words', async () => {
	vi.spyOn(api, 'getOpinion').mockRejectedValue(new ApiError('Every AI is thinking.', 'busy', 503));
	render(RoundReview, { id: 'abc', round: 1, seat: 0 });
	expect((await screen.findByRole('alert')).textContent).toBe('Every AI is thinking.');
});
