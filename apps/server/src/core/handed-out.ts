import type { Tx } from './db.ts';
import type { Actor } from './session.ts';

/** Whose ways in are ended, and in which session; an empty one where it is by a letter's link. */
export type HandedOutBy = Pick<Actor, 'user_id' | 'session_id'>;

/**
 * Ends what a person has handed out that opens something of theirs without signing in, such as a link to reports or the address
 * of a calendar; by the module whose tables it is in.
 */
export type EndHandedOut = (tx: Tx, person: HandedOutBy, now: Date) => Promise<void>;
