import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { addApp } from '../../../test/fixtures/second-factor.ts';
import { auditOf, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { logInAgain } from '../../../test/fixtures/factories.ts';
import { applyProviderFactor } from '../accounts/second-factor/provider-factor.ts';

const day = 86_400_000;
let v: Visit;
let id: number;
let share: number;
let colleague: Person;
beforeAll(async () => {
  v = await pastVisit({ PROVIDER_SECOND_FACTOR: 'required', IDLE_SIGN_OUT_MINUTES: 'off' });
  colleague = await signUp(v.t, { role: 'healthcare_provider' });
  ({ id } = (await v.upload()).body);
  const body = { records: [id], provider: colleague.user_id, days: 90 };
  share = (await v.t.call('POST /api/shares/', { as: v.patient.access, body })).body.share.id;
  // The rule comes into force three days after they became providers.
  v.t.clock.move(3 * day);
  await applyProviderFactor(v.t.db, v.t.config, v.t.clock.now());
});
afterAll(() => v.close());

async function openAs(person: Person, of = '-provider') {
  const { body } = await v.t.call(`GET /api/records${of}/`, { as: person.access });
  return await v.t.app.inject(body[0].report);
}
const look = async (person: Person) => await v.t.call(`POST /api/shares/${share}/look/`, { as: person.access });
const rules = async (person: Person) =>
  (await v.t.call('GET /account/session-rules/', { as: person.access })).body.second_factor;

test('a provider opens reports with a password alone for 14 days from when the rule applies, and is told until when', async () => {
  const until = new Date(v.t.clock.now().getTime() + 14 * day).toISOString();
  v.provider = await logInAgain(v.t, v.provider);
  colleague = await logInAgain(v.t, colleague);
  expect(await rules(v.provider)).toEqual({ until, overdue: false });
  expect((await openAs(v.provider)).statusCode).toBe(200);
  expect((await look(colleague)).status).toBe(200);
  expect(await rules(await logInAgain(v.t, v.patient))).toBeNull();
});

test('after that only in a session with a second factor; a refusal leads to the account and is written down', async () => {
  v.t.clock.move(14 * day);
  v.provider = await logInAgain(v.t, v.provider);
  colleague = await logInAgain(v.t, colleague);
  v.patient = await logInAgain(v.t, v.patient);
  expect(await rules(v.provider)).toMatchObject({ overdue: true });
  const refused = await openAs(v.provider);
  expect([refused.statusCode, refused.body.includes('<a href="/account#second-factor">')]).toEqual([403, true]);
  expect((await auditOf(v.t, id)).at(-1)).toMatchObject({ action: 'denied', reason: 'second_factor' });
  expect((await look(colleague)).body.code).toBe('second_factor_required');
  // Of one's own, a second factor is nobody's to ask for.
  expect((await openAs(v.patient, '')).statusCode).toBe(200);

  await addApp(v.t, v.provider);
  await addApp(v.t, colleague);
  expect((await openAs(v.provider)).statusCode).toBe(200);
  expect((await look(colleague)).status).toBe(200);
  expect(await rules(v.provider)).toBeNull();
});

test('who becomes a provider later has as many days from then on', async () => {
  const late = await signUp(v.t, { role: 'healthcare_provider' });
  expect(await rules(late)).toEqual({
    until: new Date(v.t.clock.now().getTime() + 14 * day).toISOString(),
    overdue: false,
  });
});

test('where the rule is lifted, nobody is asked; when it comes back, the days begin anew', async () => {
  await applyProviderFactor(v.t.db, { ...v.t.config, providerSecondFactor: 'optional' }, v.t.clock.now());
  v.t.clock.move(20 * day);
  await applyProviderFactor(v.t.db, v.t.config, v.t.clock.now());
  const again = await logInAgain(v.t, await signUp(v.t, { role: 'healthcare_provider' }));
  expect(await rules(again)).toMatchObject({ overdue: false });
});
