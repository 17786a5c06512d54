import { isInfected } from './clamd.ts';
import type { ClamdAddress } from '../config/config.ts';
import type { Draft } from '../files/files.ts';
import { Problem, refusedFile } from '../errors/errors.ts';

// Whoever uploads waits for it.
const longestMs = 20_000;

/**
 * Has clamd look through a draft before it is kept, where clamd is set. Throws `unsupported_type`, naming the field, where it is
 * infected, and `busy` where that is not known: nothing is taken unseen.
 */
export async function refuseInfected(draft: Draft, clamd: ClamdAddress | undefined, field: string) {
  if (clamd === undefined) return;
  let infected: boolean;
  try {
    infected = await isInfected(clamd, draft.read(), longestMs);
  } catch (cause) {
    throw new Problem('busy', { cause, headers: { 'retry-after': '60' } });
  }
  if (infected) throw refusedFile(field, 'This file did not pass the virus check. It was deleted.');
}
