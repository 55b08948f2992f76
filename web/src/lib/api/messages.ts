export type Game = 'blob' | 'hearts';
export type Suit = 'S' | 'H' | 'C' | 'D';
export type Level = 'easy' | 'normal' | 'hard' | 'expert';
export type Style = 'plain' | 'cautious' | 'aggressive-moon' | 'hunt-leader';
export type Pace = 'calm' | 'normal' | 'fast' | 'instant';
export type PassTo = 'left' | 'right' | 'across' | 'hold';
export type SeatKind = 'human' | 'ai' | 'open';
export type Phase = 'bid' | 'pass' | 'play' | 'over';
export type Status = 'waiting' | 'playing' | 'finished' | 'expired';
export type ErrorCode = 'bad_message' | 'not_a_card' | 'illegal' | 'not_your_turn' | 'stale' | 'not_allowed' | 'no_seat' | 'no_table' | 'not_found' | 'table_full' | 'bad_name' | 'bad_rules' | 'unknown_player' | 'too_large' | 'too_many' | 'busy' | 'storage' | 'origin' | 'timeout' | 'internal';

export interface BlobHouse {
	hook: boolean;
	scoring: 'exact' | 'difference' | 'square';
	trumps: ('S' | 'H' | 'C' | 'D' | null)[];
	round_cards: number[];
}

export interface HeartsHouse {
	target: number;
	passes: ('left' | 'right' | 'across' | 'hold')[];
	queen_breaks_hearts: boolean;
	moon: 'add' | 'subtract';
	jack_of_diamonds: boolean;
	first_trick_points: boolean;
}

export interface SeatView {
	seat: number;
	kind: 'human' | 'ai' | 'open';
	name: string;
	level: 'easy' | 'normal' | 'hard' | 'expert' | null;
	style: 'plain' | 'cautious' | 'aggressive-moon' | 'hunt-leader' | null;
	connected: boolean;
	held: boolean;
	ready: boolean;
}

export interface PlayedCard {
	seat: number;
	card: string;
}

export interface TrickView {
	number: number;
	leader: number;
	cards: PlayedCard[];
	winner: number | null;
}

export interface RoundView {
	number: number;
	cards: number;
	trump: 'S' | 'H' | 'C' | 'D' | null;
	dealer: number;
	pass_to: 'left' | 'right' | 'across' | 'hold' | null;
	phase: 'bid' | 'pass' | 'play' | 'over';
	turn: number | null;
	bids: (number | null)[];
	tricks: number[];
	points: number[];
	hand_sizes: number[];
	hearts_broken: boolean;
	trick: TrickView | null;
	last_trick: TrickView | null;
	commitment: string;
	scores: number[] | null;
	moon: number | null;
}

export interface SheetRow {
	round: number;
	cards: number;
	trump: 'S' | 'H' | 'C' | 'D' | null;
	dealer: number;
	pass_to: 'left' | 'right' | 'across' | 'hold' | null;
	bids: (number | null)[];
	tricks: number[];
	points: number[];
	scores: number[];
	totals: number[];
	moon: number | null;
}

export interface MatchResult {
	winners: number[];
	scores: number[];
	places: number[];
}

export interface UndoAsked {
	seat: number;
	agreed: number[];
	waiting: number[];
}

export interface TableView {
	id: string;
	game: 'blob' | 'hearts';
	house: BlobHouse | HeartsHouse;
	pace: 'calm' | 'normal' | 'fast' | 'instant';
	status: 'waiting' | 'playing' | 'finished' | 'expired';
	seats: SeatView[];
	spectators: number;
	scores: number[];
	rounds: number | null;
	target: number | null;
	sheet: SheetRow[];
	round: RoundView | null;
	result: MatchResult | null;
	undo: UndoAsked | null;
	rematch: string | null;
}

export interface BidChoice {
	bid: number;
	legal: boolean;
	reason: string | null;
}

export interface CardChoice {
	card: string;
	legal: boolean;
	reason: string | null;
}

export interface YourTurn {
	phase: 'bid' | 'pass' | 'play';
	bids: BidChoice[];
	cards: CardChoice[];
	count: number;
	forced: boolean;
}

export interface Offers {
	start: boolean;
	next: boolean;
	undo: boolean;
	claim: boolean;
	hint: boolean;
	move_now: boolean;
	rematch: boolean;
}

export interface OwnView {
	seat: number;
	hand: string[];
	passed: string[];
	passed_to: number | null;
	received: string[];
	received_from: number | null;
	turn: YourTurn | null;
	offers: Offers;
}

export interface View {
	version: number;
	table: TableView;
	own: OwnView | null;
}

export interface EventView {
	version: number;
	kind: 'joined' | 'left' | 'started' | 'dealt' | 'bid' | 'passed' | 'played' | 'round_over' | 'match_over' | 'claimed' | 'undone' | 'rematch' | 'pace' | 'expired';
	seat: number | null;
	name: string | null;
	round: number | null;
	bid: number | null;
	card: string | null;
	by: 'seat' | 'ai' | 'claim' | null;
	winner: number | null;
	scores: number[] | null;
	winners: number[] | null;
	table: string | null;
}

export interface Welcome {
	type: 'welcome';
	seat: number | null;
	missed: EventView[];
	is_complete: boolean;
	view: View;
}

export interface Event {
	type: 'event';
	events: EventView[];
	view: View;
}

export interface Fresh {
	type: 'view';
	view: View;
}

export interface Ack {
	type: 'ack';
	id: string;
	version: number;
	repeated: boolean;
	table: string | null;
}

export interface Refused {
	type: 'refused';
	id: string;
	code: 'bad_message' | 'not_a_card' | 'illegal' | 'not_your_turn' | 'stale' | 'not_allowed' | 'no_seat' | 'no_table' | 'not_found' | 'table_full' | 'bad_name' | 'bad_rules' | 'unknown_player' | 'too_large' | 'too_many' | 'busy' | 'storage' | 'origin' | 'timeout' | 'internal';
	message: string;
	view: View;
}

export interface Thinking {
	type: 'thinking';
	seat: number;
	progress: number;
}

export interface Candidate {
	bid: number | null;
	card: string | null;
	value: number | null;
	probability: number | null;
	is_best: boolean;
}

export interface Opinion {
	player: string;
	candidates: Candidate[];
	reasons: string[];
}

export interface HintGiven {
	type: 'hint';
	id: string;
	version: number;
	opinion: Opinion;
}

export interface Ping {
	type: 'ping';
}

export interface ErrorBody {
	code: 'bad_message' | 'not_a_card' | 'illegal' | 'not_your_turn' | 'stale' | 'not_allowed' | 'no_seat' | 'no_table' | 'not_found' | 'table_full' | 'bad_name' | 'bad_rules' | 'unknown_player' | 'too_large' | 'too_many' | 'busy' | 'storage' | 'origin' | 'timeout' | 'internal';
	message: string;
}

export interface ErrorMessage {
	type: 'error';
	error: ErrorBody;
}

export interface Body {
}

export interface SeatWish {
	kind: 'human' | 'open' | 'ai';
	level?: 'easy' | 'normal' | 'hard' | 'expert';
	style?: 'plain' | 'cautious' | 'aggressive-moon' | 'hunt-leader';
}

export interface BlobWish {
	hook?: boolean;
	scoring?: 'exact' | 'difference' | 'square';
	trumps?: ('S' | 'H' | 'C' | 'D' | null)[];
	start_cards?: number;
	round_cards?: number[] | null;
}

export interface HeartsWish {
	target?: number;
	passes?: ('left' | 'right' | 'across' | 'hold')[];
	queen_breaks_hearts?: boolean;
	moon?: 'add' | 'subtract';
	jack_of_diamonds?: boolean;
	first_trick_points?: boolean;
}

export interface CreateTable {
	game?: 'blob' | 'hearts';
	name?: string;
	players?: number | null;
	seats?: SeatWish[] | null;
	blob?: BlobWish | null;
	hearts?: HeartsWish | null;
	pace?: 'calm' | 'normal' | 'fast' | 'instant';
}

export interface JoinTable {
	name: string;
	seat?: number | null;
}

export interface AskOpinion {
	step: number;
}

export interface AskGames {
	ids: string[];
}

export interface Seated {
	id: string;
	seat: number | null;
	token: string | null;
	view: View;
}

export interface Acted {
	ack: Ack;
	view: View;
}

export interface AiMoved {
	seat: number | null;
	bid: number | null;
	card: string | null;
	view: View;
}

export interface GameSummary {
	id: string;
	game: 'blob' | 'hearts';
	status: 'waiting' | 'playing' | 'finished' | 'expired';
	created_at: string;
	updated_at: string;
	names: string[];
	scores: number[];
	winners: number[];
	round: number;
	rounds: number | null;
}

export interface GameList {
	games: GameSummary[];
}

export interface ReplayStep {
	kind: 'bid' | 'pass' | 'play';
	seat: number;
	bid: number | null;
	cards: string[];
	by: 'seat' | 'ai' | 'claim';
	trick: number | null;
	winner: number | null;
}

export interface Replay {
	id: string;
	game: 'blob' | 'hearts';
	house: BlobHouse | HeartsHouse;
	names: string[];
	round: number;
	cards: number;
	trump: 'S' | 'H' | 'C' | 'D' | null;
	dealer: number;
	pass_to: 'left' | 'right' | 'across' | 'hold' | null;
	scores_before: number[];
	scores: number[];
	hands: string[][];
	hands_played: string[][];
	steps: ReplayStep[];
}

export interface OpenedDeal {
	round: number;
	commitment: string;
	seed: string | null;
	deck: string[] | null;
}

export interface Proof {
	id: string;
	is_open: boolean;
	deals: OpenedDeal[];
}

export interface LevelInfo {
	key: 'easy' | 'normal' | 'hard' | 'expert';
	name: string;
	text: string;
}

export interface StyleInfo {
	key: 'plain' | 'cautious' | 'aggressive-moon' | 'hunt-leader';
	name: string;
	text: string;
	games: ('blob' | 'hearts')[];
}

export interface PaceInfo {
	key: 'calm' | 'normal' | 'fast' | 'instant';
	name: string;
	seconds: number;
}

export interface PlayerList {
	levels: LevelInfo[];
	styles: StyleInfo[];
	paces: PaceInfo[];
}

export interface HouseOption {
	key: string;
	name: string;
	text: string;
	kind: 'switch' | 'choice' | 'number';
	choices: string[];
	least: number | null;
	most: number | null;
	default: boolean | number | string;
}

export interface GameInfo {
	key: 'blob' | 'hearts';
	name: string;
	text: string;
	least_players: number;
	most_players: number;
	options: HouseOption[];
	most_cards: Record<string, number>;
}

export interface GamesInfo {
	games: GameInfo[];
}

export interface Health {
	status: 'ok' | 'stopping';
	version: string;
	tables: number;
	workers: number;
}

export interface ErrorAnswer {
	error: ErrorBody;
}

export type ServerMessage = Welcome | Event | Fresh | Ack | Refused | Thinking | HintGiven | Ping | ErrorMessage;
