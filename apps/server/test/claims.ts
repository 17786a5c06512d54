import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { type Person, signUp } from './factories.ts';
import { formOf, pdf } from './report-files.ts';

let providers = 0;

/** A provider whose profile names a registration, of their own unless it is given. */
export async function registered(
  t: TestApp,
  registration: { number?: string; council?: string } = {},
): Promise<Person> {
  const person = await signUp(t, { role: 'healthcare_provider', name: 'Dr. Rohan Sethi' });
  providers += 1;
  await register(t, person, { number: `MH-${providers}`, council: 'Maharashtra Medical Council', ...registration });
  return person;
}

/** Saves the profile with a registration. */
export async function register(t: TestApp, person: Person, { number = '', council = '' }) {
  const [profile] = (await t.call('GET /register/provider/', { as: person.access })).body;
  const { user: _, verified: __, photo: ___, ...form } = profile;
  const body = { ...form, registration_number: number, council };
  const saved = await t.call('POST /register/provider/', { as: person.access, body });
  if (saved.status !== 200) throw new Error(saved.text);
}

/** Adds a document, a small PDF unless it is given. */
export const addDocument = (t: TestApp, person: Person | undefined, data = pdf()) =>
  t.call('POST /api/verification/files/', {
    as: person?.access,
    ...formOf([{ name: 'file', fileName: 'degree.pdf', data }]),
  });

/** Submits a claim with one document, and returns its id. */
export async function submitted(t: TestApp, person: Person): Promise<number> {
  const added = await addDocument(t, person);
  if (added.status !== 201) throw new Error(added.text);
  const sent = await t.call('POST /api/verification/submit/', { as: person.access });
  if (sent.status !== 200) throw new Error(sent.text);
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from verification_claims where provider_id = ${person.user_id}`.execute(t.db);
  return (rows[0] as { id: number }).id;
}

/** Has a verifier do something with a claim. */
export const decide = (t: TestApp, verifier: Person | undefined, claim: number, verb: string, body?: object) =>
  t.call(`POST /apis/verification/${claim}/${verb}/`, {
    as: verifier?.access,
    ...(body === undefined ? {} : { body }),
  });

/** Has a verified email address, so that letters are sent. */
export async function reachable(t: TestApp, person: Person) {
  await sql`update users set email_verified_at = ${t.clock.now()} where id = ${person.user_id}`.execute(t.db);
}

/** The subjects of the letters to a person that wait to be sent, oldest first; those with a link to confirm are not counted. */
export async function lettersTo(t: TestApp, { user_id }: Person) {
  const { rows } = await sql<{ subject: string }>`
    select payload->>'subject' as subject from jobs where lane = ${`person ${user_id}`} and not payload ? 'link' order by id`.execute(
    t.db,
  );
  return rows.map(({ subject }) => subject);
}
