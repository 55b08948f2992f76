import type { Component } from 'svelte';
import type { CreateTable, Replay, RoundView, SheetRow, TableView, View } from '../api/messages';
import type { CardCode } from '../cards/cards';
import type { Lesson } from '../learn/lesson';
import type { Moment } from '../replay/replay';

/** The value of a house rule, as the server sends and takes it. */
export type HouseValue = TableView['house'][string];

/** Everything the page knows of one game; each folder beside this file exports one. The rest of the page names no game. */
export interface PageGame {
	/** As the server calls it. */
	key: TableView['game'];
	name: string;
	/** On the first page: what the game is about, and cards that show it. */
	invitation: Invitation;
	words: GameWords;
	/** What a plate says of a seat in the round, as pairs of `dt` and `dd`; the name and the score are there already. */
	Plate: Component<PlateProps>;
	/** Whether plates say who deals. */
	marksDealer: boolean;
	/** What is special about the round, in spans after its number in the line above the table. */
	RoundLine: Component<RoundProps>;
	/** What is asked where seats bid; null where nobody does. */
	bidPad: BidPadWords | null;
	sheet: SheetParts;
	summary: SummaryParts;
	replay: ReplayWords;
	lessons: Lessons;
	/** The page with the rules, fetched when somebody reads it. */
	rules: () => Promise<{ default: Component }>;
	/** House rules that count the cards of a hand: the deck limits them, by the number of players. */
	handSizes: readonly string[];
}

export interface Invitation {
	text: string;
	fan: readonly CardCode[];
}

export interface PlateProps {
	table: TableView;
	round: RoundView;
	seat: number;
}

export interface RoundProps {
	table: TableView;
	round: RoundView;
}

/** What is told at the table in this game's own words. */
export interface GameWords {
	/** What follows "Round 3: 5 cards each, ": what is special about the deal, without a full stop. */
	deal: (table: TableView, round: RoundView, own: number | null) => string;
	/** What is left to do for the seat while cards are played; empty when there is nothing to say. */
	need: (table: TableView, own: number | null) => string;
	/** Styles of the computer's play by key; the server's own name stands for one that is not here. */
	styles: Readonly<Record<string, string>>;
}

export interface BidPadWords {
	question: string;
	/** How the bids stand. */
	standing: (round: RoundView) => string;
	/** What is written on a bid; the number where it is left out. */
	label?: (bid: number) => string;
}

/** A round on the score sheet as far as its deal goes: played, or to come. */
export interface DealtRow {
	round: number;
	cards: number;
	trump: SheetRow['trump'];
	pass_to: SheetRow['pass_to'];
}

/** How one side came to its total, under the total. */
export interface SheetNote {
	text: string;
	title?: string;
	/** Whether the side reached what it set out for; it gets a mark. */
	isMade?: boolean;
}

export interface SheetParts {
	/** The head of the column that says what was dealt. */
	head: string;
	/** What was dealt, in that column. */
	Dealt: Component<{ row: DealtRow }>;
	/** What happened to a side, given by its seats. */
	note: (row: SheetRow, seats: readonly number[]) => SheetNote;
	/** Rounds that are still to come, where the match has a fixed length. */
	coming: (table: TableView) => DealtRow[];
	/** How the match ends, in a sentence under the sheet; empty where the sheet itself shows it. */
	ending: (table: TableView) => string;
}

export interface SummaryParts {
	/** What the round was for the seat, as a title. */
	title: (table: TableView, row: SheetRow, own: number | null) => string;
	/** Columns between the names and the scores. */
	columns: readonly SummaryColumn[];
	/** Whether a seat reached what it set out for. */
	isMade: (row: SheetRow, seat: number) => boolean;
	/** What the mark for that says. */
	made: string;
	/** The question that the review of the round answers. */
	review: string;
}

export interface SummaryColumn {
	head: string;
	value: (row: SheetRow, seat: number) => number | string | null | undefined;
	/** Whether partners share it: it is written once for their side. */
	isOfSide?: boolean;
}

export interface ReplayWords {
	/** What is special about the round. */
	deal: (replay: Replay) => string;
	/** How a seat stands at a moment. */
	seat: (moment: Moment, seat: number) => string;
}

export interface Lessons {
	/** Cards and words with which the page "Learn" offers the lesson. */
	cards: readonly CardCode[];
	text: string;
	/** The table of the lesson: a short match against easy opponents. */
	seats: NonNullable<CreateTable['seats']>;
	house: Readonly<Record<string, HouseValue>>;
	/** What the teacher says while cards are bid, passed and played. */
	during: (view: View, round: RoundView) => Lesson;
	/** What the teacher says to somebody whose round is over. */
	after: (row: SheetRow, seat: number) => Lesson;
	/** What comes next for somebody who knows this. */
	next: string;
}
