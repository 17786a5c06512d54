import type { Tx } from '../../platform/db/db.ts';
import { sendEmail } from '../accounts/accounts.ts';

/** The emails of this module: they say that there is a decision to read, never what it is about. */
const emails = {
  reported: {
    subject: 'Your report is decided',
    text: 'A moderator has decided about something that you reported. Please read it here:\n{site}/decisions\n',
  },
  written: {
    subject: 'A decision about something you wrote',
    text: 'A moderator has decided about something that you wrote. Please read it here:\n{site}/decisions\n',
  },
  appeal: {
    subject: 'Your appeal is decided',
    text: 'A moderator has decided your appeal. Please read the answer here:\n{site}/decisions\n',
  },
} as const;

/** Emails people about a decision, each once, always in the same order, so that two decisions cannot deadlock. */
export async function sendDecisionEmails(tx: Tx, people: readonly number[], email: keyof typeof emails, now: Date) {
  const each = [...new Set(people)].toSorted((one, other) => one - other);
  for (const person of each) await sendEmail(tx, person, emails[email], now);
}
