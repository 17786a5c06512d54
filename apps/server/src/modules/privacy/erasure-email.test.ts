import { expect, test } from 'vitest';
import { emailOf } from './erasure-email.ts';

const receipt = {
  number: 'ABCDE-FGHJK-LMNPQ-RSTVW',
  requested_at: '2026-11-21T19:00:00.000Z',
  done_at: null,
  ended_at: null,
  gone: [],
  cancelled: 0,
  kept: [{ what: 'care' as const, count: 1, until: '2029-11-21T19:00:00.000Z' }],
  letter: true,
};

test.each([
  ['Asia/Kolkata', '2026-11-22', '2029-11-22'],
  ['UTC', '2026-11-21', '2029-11-21'],
])('days are those of %s', (zone, day, care_until) => {
  expect(emailOf(receipt, zone).values).toMatchObject({ day, care_until });
});

test('each thing that stays is told with its reason and its end, and nothing else', () => {
  const kept = [
    ...receipt.kept,
    { what: 'name_with_patients' as const, count: 2, until: '2029-10-21T19:00:00.000Z' },
    { what: 'places' as const, count: 3, until: null },
    { what: 'consents' as const, count: null, until: null },
    { what: 'audit' as const, count: null, until: '2034-11-21T19:00:00.000Z' },
    { what: 'copies' as const, count: null, until: null },
  ];
  const { subject, text, values } = emailOf({ ...receipt, kept }, 'UTC');
  expect(subject).toBe('Your account was erased');
  expect(values).toMatchObject({
    day: '2026-11-21',
    care_until: '2029-11-21',
    name_with_patients_until: '2029-10-21',
    audit_until: '2034-11-21',
    number: receipt.number,
  });
  expect(text)
    .toBe(`On {day} your account was erased, as you asked. This is the last email to this address, which is forgotten once the email has left.

What stays, why, and until when:

- What providers wrote about your visits, and their reports: doctors have to keep that (in India: Medical Council Regulations 2002, 1.3.1). Nobody reads it on the site any more. Erased on {care_until}.
- The reports that you wrote stay with your patients, with your name on them until {name_with_patients_until}.
- Where others answered you, the place of what you wrote stays: "Deleted user", without your name and without your words.
- What you agreed to and withdrew: as numbers and times only, to show what was allowed when.
- Who opened reports and changed accounts: as numbers only, kept until {audit_until}.
- Copies of the database that the people who run the site keep for emergencies: they come to an end, and one that is used again erases you again first.

The number of this receipt is {number}. You can read it again, without signing in:
{site}/receipt/{number}
`);
});

test('reports stay with patients without the name of their provider where nobody is bound to keep it', () => {
  const kept = [{ what: 'name_with_patients' as const, count: 2, until: null }];
  const { text } = emailOf({ ...receipt, kept }, 'UTC');
  expect(text).toContain(
    '\n\n- The reports that you wrote stay with your patients, without your name on the site.\n\nThe number',
  );
});
