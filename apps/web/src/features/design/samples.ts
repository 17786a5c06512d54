import { CallError } from '../../lib/calls/call.ts';

/** A name of sixty letters, which has to find its place everywhere. */
export const longName = 'Dr. Wilhelmina Alexandra Featherstonehaugh Ramachandran Iyer';

/** Sixty letters without a place to break. */
export const longWord = 'Pneumonoultramicroscopicsilicovolcanoconiosisandhypertension';

/** When everything on this page takes place, so that its pictures are the same on every day. */
export const moment = new Date('2026-11-24T05:00:00Z');

const refuse = (status: number, code: string, message: string) => new CallError(status, { code, message, errors: [] });

/** Why something failed: no answer came, the server says why, or nobody is signed in any more. */
export const failures = {
  unreachable: refuse(0, 'unreachable', ''),
  refused: refuse(409, 'conflict', 'Somebody else has just changed this.'),
  signedOut: refuse(401, 'session_ended', 'Please sign in again.'),
};
