import type {
	AskGames,
	CreateTable,
	ErrorAnswer,
	GameList,
	GamesInfo,
	JoinTable,
	Opinion,
	PlayerList,
	Proof,
	Replay,
	Seated,
	View
} from './messages';

/** The server said no, or did not answer; `message` is for people. */
export class ApiError extends Error {
	constructor(
		message: string,
		/** The server's code, or `offline` when there was no answer. */
		readonly code: string
	) {
		super(message);
	}
}

export const createTable = (wish: CreateTable) => post<Seated>('/api/game/create', wish);

export const joinTable = (id: string, wish: JoinTable) => post<Seated>(`${game(id)}/join`, wish);

export const viewTable = (id: string, token: string | null) => ask<View>(game(id), { headers: bearer(token) });

export const listGames = (wish: AskGames) => post<GameList>('/api/games', wish);

export const gamesInfo = () => ask<GamesInfo>('/api/games/info');

export const listPlayers = () => ask<PlayerList>('/api/players');

export const replayRound = (id: string, round: number) => ask<Replay>(`${game(id)}/replay/${round}`);

export const askOpinion = (id: string, round: number, step: number) =>
	post<Opinion>(`${game(id)}/replay/${round}/opinion`, { step });

export const proofOf = (id: string) => ask<Proof>(`${game(id)}/proof`);

/** Where the record of a match can be saved from. */
export const recordUrl = (id: string) => `${game(id)}/record`;

function game(id: string): string {
	return `/api/game/${encodeURIComponent(id)}`;
}

function bearer(token: string | null): Record<string, string> {
	return token === null ? {} : { Authorization: `Bearer ${token}` };
}

function post<Answer>(path: string, body: object): Promise<Answer> {
	return ask<Answer>(path, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body)
	});
}

async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
	let response: Response;
	try {
		response = await fetch(path, init);
	} catch {
		throw new ApiError('Overtrick does not answer. Is it still running? Start it again, then try once more.', 'offline');
	}
	if (response.ok) return (await response.json()) as Answer;
	const answer = (await response.json().catch(() => null)) as ErrorAnswer | null;
	throw new ApiError(
		answer?.error.message ?? `Overtrick answered with an error it should not have (${response.status}).`,
		answer?.error.code ?? 'internal'
	);
}
