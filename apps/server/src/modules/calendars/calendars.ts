import type { Config } from '../../core/config.ts';
import type { Clock } from '../../core/clock.ts';
import type { Db } from '../../core/db.ts';
import type { Invitation } from '../../core/mail.ts';
import { signedLinks } from '../../core/links.ts';
import { Problem } from '../../core/problem.ts';
import { holderOfAddress } from './addresses.ts';
import { subscription, visitFile, visitInvitation } from './ics.ts';
import { findVisit, listVisits, standing } from './visits.ts';

export const visitLinks = signedLinks('visit', (id) => `/files/visits/${id}/`);

/** A visit of a person's as a file for calendars. Throws `not_found`. */
export async function getVisitFile(db: Db, userId: number, id: number, config: Config, now: Date): Promise<string> {
  const visit = await findVisit(db, userId, id, now);
  if (visit === undefined) throw new Problem('not_found');
  return visitFile(config, visit, now);
}

/** The visits that the token of a private address opens. Throws `not_found`. */
export async function getSubscription(db: Db, token: string, config: Config, now: Date): Promise<string> {
  const { user_id, side, names } = await holderOfAddress(db, token);
  return subscription(config, await listVisits(db, user_id, side, now), names, now);
}

/**
 * What makes a letter's calendar part when the letter is sent, from the visit as it is then; none for what is only asked
 * for, and none where the visit is not the person's.
 */
export function invitations({ db, config, clock }: { db: Db; config: Config; clock: Clock }) {
  return async (userId: number, visitId: number, to: string): Promise<Invitation | undefined> => {
    const now = clock.now();
    const visit = await findVisit(db, userId, visitId, now);
    if (visit === undefined || standing(visit, now) === 'asked') return undefined;
    return visitInvitation(config, visit, to, now);
  };
}
