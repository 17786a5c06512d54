import type { Config } from '../../platform/config/config.ts';
import type { Clock } from '../../platform/time/time.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Languages, Words } from '../../platform/languages/languages.ts';
import type { Invitation } from '../../platform/mail/mail.ts';
import { signedLinks } from '../../platform/auth/auth.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { languageOf } from '../accounts/accounts.ts';
import { holderOfAddress } from './addresses.ts';
import { subscription, visitFile, visitInvitation } from './ics.ts';
import { findVisit, listVisits, standing } from './visits.ts';

export const visitLinks = signedLinks('visit', (id) => `/files/visits/${id}/`);

interface Dependencies {
  db: Db;
  config: Config;
  clock: Clock;
  languages: Languages;
}

/** A visit of a person's as a file for calendars, in their language. Throws `not_found`. */
export async function getVisitFile({ db, config, clock, languages }: Dependencies, userId: number, id: number) {
  const now = clock.now();
  const visit = await findVisit(db, userId, id, now);
  if (visit === undefined) throw new Problem('not_found');
  return visitFile(config, visit, await languages.wordsIn(await languageOf(db, userId)), now);
}

/** The visits behind the token of a private address, in its owner's language. Throws `not_found`. */
export async function getSubscription({ db, config, clock, languages }: Dependencies, token: string): Promise<string> {
  const now = clock.now();
  const { user_id, side, names, language } = await holderOfAddress(db, token);
  const visits = await listVisits(db, user_id, side, now);
  return subscription(config, visits, names, await languages.wordsIn(language), now);
}

/**
 * Makes the calendar part of an email when the email is sent, from the visit as it is then. There is none for a mere request, or
 * if the visit is not the person's.
 */
export function invitations({ db, config, clock }: Omit<Dependencies, 'languages'>) {
  return async (userId: number, visitId: number, to: string, words: Words): Promise<Invitation | undefined> => {
    const now = clock.now();
    const visit = await findVisit(db, userId, visitId, now);
    if (visit === undefined || standing(visit, now) === 'asked') return undefined;
    return visitInvitation(config, visit, to, words, now);
  };
}
