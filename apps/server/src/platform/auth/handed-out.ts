import type { Tx } from '../db/db.ts';
import type { Actor } from './sessions.ts';

/** Whose ways in are ended, and in which session; an empty one where it is by an email's link. */
export type LinkOwner = Pick<Actor, 'user_id' | 'session_id'>;

/**
 * Ends what a person has handed out that opens something of theirs without signing in, such as a link to reports or the address
 * of a calendar; by the module whose tables it is in.
 */
export type EndSignedLinks = (tx: Tx, person: LinkOwner, now: Date) => Promise<void>;
