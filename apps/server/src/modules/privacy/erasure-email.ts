import type { ErasureReceipt } from '@carecommons/contract/erasure';
import type { KeptThing } from '@carecommons/contract/erasure-rules';
import { dayIn } from '../../platform/time/time.ts';
import type { EmailText } from '../accounts/send-email.ts';

// Lines of the email: each thing is kept until its own day.
const kept: Record<KeptThing, (until: string | null) => string> = {
  care: () =>
    '- What providers wrote about your visits, and their reports: doctors have to keep that (in India: Medical Council Regulations 2002, 1.3.1). Nobody reads it on the site any more. Erased on {care_until}.',
  name_with_patients: (until) =>
    until === null
      ? '- The reports that you wrote stay with your patients, without your name on the site.'
      : '- The reports that you wrote stay with your patients, with your name on them until {name_with_patients_until}.',
  places: () =>
    '- Where others answered you, the place of what you wrote stays: "Deleted user", without your name and without your words.',
  consents: () => '- What you agreed to and withdrew: as numbers and times only, to show what was allowed when.',
  audit: () => '- Who opened reports and changed accounts: as numbers only, kept until {audit_until}.',
  copies: () =>
    '- Copies of the database that the people who run the site keep for emergencies: they come to an end, and one that is used again erases you again first.',
};

/** The email with the receipt, the last one to that address; days are in the given time zone. */
export function emailOf({ number, kept: stays, requested_at }: ErasureReceipt, zone: string): EmailText {
  const dayOf = (at: string) => dayIn(zone, new Date(at));
  const lines = stays.map(({ what, until }) => kept[what](until));
  const days = stays.map(({ what, until }) => [`${what}_until`, until === null ? '' : dayOf(until)] as const);
  return {
    subject: 'Your account was erased',
    text: `On {day} your account was erased, as you asked. This is the last email to this address, which is forgotten once the email has left.

What stays, why, and until when:

${lines.join('\n')}

The number of this receipt is {number}. You can read it again, without signing in:
{site}/receipt/{number}
`,
    values: { day: dayOf(requested_at), number, ...Object.fromEntries(days) },
  };
}
