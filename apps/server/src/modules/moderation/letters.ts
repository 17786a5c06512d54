import type { Tx } from '../../platform/db/db.ts';
import { sendLetter } from '../accounts/accounts.ts';

/** The emails of this module: they say that there is a decision to read, never what it is about. */
const letters = {
  reported: {
    kind: 'report decided',
    subject: 'Your report is decided',
    text: 'A moderator has decided about something that you reported. Please read it here:\n{site}/decisions\n',
  },
  written: {
    kind: 'decision about own',
    subject: 'A decision about something you wrote',
    text: 'A moderator has decided about something that you wrote. Please read it here:\n{site}/decisions\n',
  },
  appeal: {
    kind: 'appeal decided',
    subject: 'Your appeal is decided',
    text: 'A moderator has decided your appeal. Please read the answer here:\n{site}/decisions\n',
  },
} as const;

/** Emails people about a decision, each once, always in the same order, so that two decisions cannot deadlock. */
export async function sendDecisionLetters(tx: Tx, people: readonly number[], letter: keyof typeof letters, now: Date) {
  const each = [...new Set(people)].toSorted((one, other) => one - other);
  for (const person of each) await sendLetter(tx, person, letters[letter], now);
}
