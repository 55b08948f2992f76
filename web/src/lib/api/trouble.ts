import { ApiError } from './messages';

/** What went wrong, in words for the person. */
export function troubleOf(error: unknown): string {
	return error instanceof ApiError ? error.message : `Something went wrong in this page: ${String(error)}`;
}

/** Where the record of a match can be saved from. */
export function recordUrl(id: string): string {
	return `/api/game/${encodeURIComponent(id)}/record`;
}
