import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import {
  addDocument,
  decide,
  emailsTo,
  reachable,
  register,
  registered,
  submitted,
} from '../../../test/fixtures/claims.ts';
import { dayAfter } from '../../../test/fixtures/days.ts';
import { good, logInAgain, type Person, signUp } from '../../../test/fixtures/factories.ts';
import { formOf } from '../../../test/fixtures/report-files.ts';
import { providerTexts } from '../providers/providers.ts';
import { expireVerifications } from './sweep.ts';
import { storedFiles } from '../../../test/fixtures/stored-files.ts';

let t: TestApp;
let [first, second, patient] = [] as unknown as [Person, Person, Person];
beforeAll(async () => {
  t = await testApp();
  first = await signUp(t, { grants: ['verifier'] });
  second = await signUp(t, { grants: ['verifier'] });
  patient = await signUp(t);
});
afterAll(() => t.close());

const day = 86_400_000;
const own = async (person: Person) => (await t.call('GET /api/verification/', { as: person.access })).body;
const stateOf = async (person: Person) => (await own(person)).claim?.state;
const badge = async (person: Person) => (await t.call(`GET /providers/${person.user_id}/`)).body[0]?.verified;
const queue = async (query = '', as = first) =>
  (await t.call(`GET /apis/verification/${query}`, { as: as.access })).body;
const code = ({ status, body }: { status: number; body: { code?: string } }) =>
  body.code === undefined ? status : [status, body.code];
const submit = (person: Person | undefined) => t.call('POST /api/verification/submit/', { as: person?.access });
const withdraw = (person: Person | undefined) => t.call('POST /api/verification/withdraw/', { as: person?.access });
/** A provider with the badge. */
async function badged(registration = {}) {
  const provider = await registered(t, registration);
  const claim = await submitted(t, provider);
  await decide(t, first, claim, 'take');
  await decide(t, first, claim, 'verify', {});
  return provider;
}
/** Saves the profile with other values. */
async function change(person: Person, values: object) {
  const [profile] = (await t.call('GET /register/provider/', { as: person.access })).body;
  const { user: _, verified: __, photo: ___, ...form } = profile;
  await good(t, 'POST /register/provider/', { as: person.access, body: { ...form, ...values } });
}
/** Chooses a photo of one colour, and returns its address. */
async function addPhoto(person: Person, background: string): Promise<string> {
  const data = await sharp({ create: { width: 50, height: 50, channels: 3, background } })
    .png()
    .toBuffer();
  const form = formOf([{ name: 'photo', fileName: 'me.png', type: 'image/png', data }]);
  return (await good(t, 'POST /providers/photo/', { as: person.access, ...form })).photo;
}
const countFiles = async () => (await storedFiles(t)).length;
/** How many keys of files there are of a provider's. */
async function keysOf({ user_id }: Person) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from file_keys where owner_id = ${user_id}`.execute(t.db);
  return rows[0]?.count;
}
/** Moves the clock for as long as `work` takes. */
async function later(ms: number, work: () => Promise<void>) {
  t.clock.move(ms);
  await work().finally(() => t.clock.move(-ms));
}
const auditOf = async (kind: string, id: number) =>
  (
    await sql<{ action: string; actor_id: number | null }>`
      select actor_id, action from audit where item_kind = ${kind} and item_id = ${id} order by id`.execute(t.db)
  ).rows.map(({ action, actor_id }) => [action, actor_id]);

test('a claim goes from documents through a review to the badge, and everybody reads what became of it', async () => {
  const provider = await registered(t);
  await reachable(t, provider);
  expect(await own(provider)).toMatchObject({
    council: 'Maharashtra Medical Council',
    verified_until: null,
    claim: null,
  });
  expect(code(await submit(provider))).toEqual([409, 'wrong_state']);
  const added = await addDocument(t, provider);
  expect([added.status, added.body]).toMatchObject([201, { media_type: 'application/pdf' }]);
  const claim = await submitted(t, provider);
  expect(await badge(provider)).toBe(false);

  const waiting = (await queue()).find((row: { id: number }) => row.id === claim);
  expect(waiting).toMatchObject({ state: 'submitted', reviewer: null, file_count: 2, files: [], taken: false });
  expect(code(await decide(t, first, claim, 'take'))).toBe(200);
  expect((await queue()).find((row: { id: number }) => row.id === claim)).toMatchObject({
    state: 'in_review',
    reviewer: { id: first.user_id, username: first.username },
    files: [{ media_type: 'application/pdf' }, { media_type: 'application/pdf' }],
  });
  expect((await queue('', second)).find((row: { id: number }) => row.id === claim).files).toEqual([]);
  const until = dayAfter(t.clock.now(), 400);
  expect(code(await decide(t, first, claim, 'verify', { until }))).toBe(200);

  expect(await badge(provider)).toBe(true);
  expect(await own(provider)).toMatchObject({
    // In the zone of the site, by which the day is shown.
    verified_until: `${until}T18:29:59.000Z`,
    claim: { state: 'verified', reason: null },
  });
  expect(await emailsTo(t, provider)).toEqual(['Your registration has been checked']);
  expect(await auditOf('claim', claim)).toEqual([
    ['submit', provider.user_id],
    ['take', first.user_id],
    ['verify', first.user_id],
  ]);
  expect((await queue('?state=decided'))[0]).toMatchObject({ id: claim, state: 'verified' });
});

test('a rejection tells why, deletes the documents at once, and leaves the way open to try again', async () => {
  const provider = await registered(t);
  const claim = await submitted(t, provider);
  const before = await countFiles();
  await decide(t, first, claim, 'take');
  for (const reason of [undefined, ' ', 'x'.repeat(501)]) {
    expect(code(await decide(t, first, claim, 'reject', { reason }))).toEqual([400, 'invalid_input']);
  }
  expect(code(await decide(t, first, claim, 'reject', { reason: 'It is cut off.' }))).toBe(200);
  expect(await own(provider)).toMatchObject({
    verified_until: null,
    claim: { state: 'rejected', reason: 'It is cut off.', files: [], files_deleted_at: expect.any(String) },
  });
  expect([await countFiles(), await keysOf(provider)]).toEqual([before - 1, 0]);
  await submitted(t, provider);
  expect([await stateOf(provider), await keysOf(provider)]).toEqual(['submitted', 1]);
});

test('a withdrawn claim is decided by nobody, and its documents are gone', async () => {
  const provider = await registered(t);
  const claim = await submitted(t, provider);
  const before = await countFiles();
  expect(code(await withdraw(provider))).toBe(200);
  expect(await countFiles()).toBe(before - 1);
  expect(await stateOf(provider)).toBe('withdrawn');
  expect(code(await decide(t, first, claim, 'take'))).toEqual([409, 'wrong_state']);
  expect(code(await withdraw(provider))).toEqual([409, 'wrong_state']);
});

describe('whom a claim is nothing to', () => {
  let provider: Person;
  let claim: number;
  beforeAll(async () => {
    provider = await registered(t);
    claim = await submitted(t, provider);
  });

  test.each(['take', 'release', 'verify', 'reject'])(
    '%s is for verifiers, and what is not there is not found',
    async (verb) => {
      const body = verb === 'reject' ? { reason: 'No.' } : verb === 'verify' ? {} : undefined;
      expect(code(await decide(t, undefined, claim, verb, body))).toEqual([401, 'not_signed_in']);
      expect(code(await decide(t, provider, claim, verb, body))).toEqual([403, 'not_allowed']);
      expect(code(await decide(t, first, 2_000_000_000, verb, body))).toEqual([404, 'not_found']);
      if (verb !== 'take') expect(code(await decide(t, first, claim, verb, body))).toEqual([403, 'not_allowed']);
    },
  );

  test('a draft is nobody else’s', async () => {
    const drafting = await registered(t);
    await addDocument(t, drafting);
    const { id } = (await own(drafting)).claim;
    expect((await queue('?limit=200')).map((row: { id: number }) => row.id)).not.toContain(id);
    expect(code(await decide(t, first, id, 'take'))).toEqual([404, 'not_found']);
  });

  test('nobody but a provider has a verification', async () => {
    expect(code(await t.call('GET /api/verification/'))).toEqual([401, 'not_signed_in']);
    expect(code(await t.call('GET /api/verification/', { as: patient.access }))).toEqual([403, 'not_allowed']);
    expect(code(await addDocument(t, patient))).toEqual([403, 'not_allowed']);
    expect(code(await submit(patient))).toEqual([403, 'not_allowed']);
    expect(code(await withdraw(patient))).toEqual([403, 'not_allowed']);
  });

  test('a verifier never decides about their own', async () => {
    const both = await registered(t);
    await sql`insert into grants (user_id, name, granted_at) values (${both.user_id}, 'verifier', now())`.execute(t.db);
    const mine = await submitted(t, both);
    const self = await logInAgain(t, both);
    expect(code(await decide(t, self, mine, 'take'))).toEqual([403, 'not_allowed']);
    await decide(t, first, mine, 'take');
    expect(code(await decide(t, self, mine, 'verify', {}))).toEqual([403, 'not_allowed']);
    expect(code(await decide(t, self, mine, 'reject', { reason: 'Mine.' }))).toEqual([403, 'not_allowed']);
    expect(
      code(
        await t.call(`POST /apis/verification/providers/${both.user_id}/suspend/`, {
          as: self.access,
          body: { reason: 'Me.' },
        }),
      ),
    ).toEqual([403, 'not_allowed']);
  });
});

test('of two verifiers who take one claim at once, on two processes, one has it', async () => {
  const other = await t.otherProcess();
  for (let round = 0; round < 5; round++) {
    const claim = await submitted(t, await registered(t));
    const line = `POST /apis/verification/${claim}/take/`;
    const both = await Promise.all([t.call(line, { as: first.access }), other.call(line, { as: second.access })]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const winner = both[0].status === 200 ? first : second;
    const loser = winner === first ? second : first;
    expect(code(await decide(t, loser, claim, 'verify', {}))).toEqual([403, 'not_allowed']);
    expect(code(await decide(t, winner, claim, 'release'))).toBe(200);
    expect(code(await decide(t, loser, claim, 'take'))).toBe(200);
  }
  await other.close();
});

test('what was taken and left lying for three days another verifier takes over', async () => {
  const claim = await submitted(t, await registered(t));
  await decide(t, first, claim, 'take');
  expect(code(await decide(t, second, claim, 'take'))).toEqual([409, 'wrong_state']);
  expect(code(await decide(t, first, claim, 'take'))).toEqual([409, 'wrong_state']);
  await later(3 * day, async () => {
    const again = await logInAgain(t, second);
    expect(code(await decide(t, again, claim, 'take'))).toBe(200);
    expect(code(await decide(t, again, claim, 'verify', {}))).toBe(200);
  });
});

describe('one registration', () => {
  test('of two claims to it, verified at the same instant on two processes, one is verified', async () => {
    const other = await t.otherProcess();
    for (let round = 0; round < 5; round++) {
      const pair = [
        await registered(t, { number: `DL-${round} 77`, council: 'Delhi Medical Council' }),
        await registered(t, { number: `dl-${round}77`, council: 'DELHI Medical  Council' }),
      ] as const;
      const claims = [await submitted(t, pair[0]), await submitted(t, pair[1])] as const;
      await decide(t, first, claims[0], 'take');
      await decide(t, second, claims[1], 'take');
      const answers = await Promise.all([
        decide(t, first, claims[0], 'verify', {}),
        other.call(`POST /apis/verification/${claims[1]}/verify/`, { as: second.access, body: {} }),
      ]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      const lost = answers[0].status === 409 ? 0 : 1;
      expect(answers[lost]?.body).toMatchObject({
        code: 'registration_taken',
        message: 'Another provider is verified with this registration number and council.',
      });
      expect(await stateOf(pair[lost])).toBe('in_review');
      expect([await badge(pair[lost]), await badge(pair[1 - lost] as Person)]).toEqual([false, true]);
      const row = (await queue('?limit=200')).find(({ id }: { id: number }) => id === claims[lost]);
      expect(row).toMatchObject({ taken: true });
    }
    await other.close();
  });

  test('that somebody is verified with is refused to another, who learns nobody’s name', async () => {
    const holder = await registered(t, { number: 'KA 500' });
    const claim = await submitted(t, holder);
    await decide(t, first, claim, 'take');
    await decide(t, first, claim, 'verify', {});
    const claimant = await registered(t, { number: 'ka500' });
    await addDocument(t, claimant);
    const refused = await submit(claimant);
    expect(code(refused)).toEqual([409, 'registration_taken']);
    expect(refused.body.message).toBe('This registration cannot be verified here. If it is yours, please contact us.');
  });

  test('that somebody is verified with stays theirs while their profile names another one', async () => {
    const registration = { number: 'GA 900', council: 'Goa Medical Council' };
    const holder = await badged(registration);
    await register(t, holder, { ...registration, number: 'GA 901' });
    expect(await badge(holder)).toBe(false);
    const claimant = await registered(t, registration);
    await addDocument(t, claimant);
    expect(code(await submit(claimant))).toEqual([409, 'registration_taken']);
    await register(t, holder, registration);
    expect(await badge(holder)).toBe(true);
  });

  test('without number and council cannot be claimed', async () => {
    const provider = await signUp(t, { role: 'healthcare_provider' });
    await addDocument(t, provider);
    const refused = await submit(provider);
    expect(code(refused)).toEqual([409, 'wrong_state']);
    expect(refused.body.message).toMatch(/registration number and council/);
  });
});

describe('what was submitted', () => {
  const impostor = { name: 'Dr. Devi Prasad Shetty', education: 'MBBS, MS, FRCS' };

  test('is what the verifier sees and decides on, whatever the profile says meanwhile', async () => {
    const provider = await registered(t, { number: 'MH 7000' });
    const photo = await addPhoto(provider, '#a0c0b0');
    const claim = await submitted(t, provider);
    const row = async (as = first) => (await queue('?limit=200', as)).find(({ id }: { id: number }) => id === claim);
    const submittedAs = { name: 'Dr. Rohan Sethi', education: 'MBBS, MD' };
    expect(await row()).toMatchObject({ provider: submittedAs, changes: [], photo: null });
    await decide(t, first, claim, 'take');
    const { photo: seen } = await row();
    expect(seen).toMatch(/^data:image\/webp;base64,UklGR/);
    expect((await row(second)).photo).toBeNull();

    await change(provider, { ...impostor, registration_number: 'MH 7001' });
    await addPhoto(provider, '#304050');
    expect(await row()).toMatchObject({
      provider: submittedAs,
      registration_number: 'MH 7000',
      photo: seen,
      changes: ['name', 'education', 'registration_number', 'photo'],
    });
    expect((await own(provider)).claim).toMatchObject({
      state: 'in_review',
      changes: ['name', 'education', 'registration_number', 'photo'],
    });
    // Yes to the copy is no badge for what stands there now.
    expect(code(await decide(t, first, claim, 'verify', {}))).toBe(200);
    expect(await badge(provider)).toBe(false);
    expect(await own(provider)).toMatchObject({
      verified: false,
      verified_until: expect.any(String),
      changes: ['name', 'education', 'registration_number', 'photo'],
      claim: { state: 'verified' },
    });
    await change(provider, { ...submittedAs, registration_number: 'MH 7000' });
    expect(await badge(provider)).toBe(false);
    expect(await addPhoto(provider, '#a0c0b0')).toBe(photo);
    expect(await badge(provider)).toBe(true);
    expect(await own(provider)).toMatchObject({ verified: true, changes: [] });
  });

  test('and changed after the decision takes the badge, which a check of the change brings back', async () => {
    const provider = await badged();
    await change(provider, impostor);
    expect(await badge(provider)).toBe(false);
    expect(await own(provider)).toMatchObject({ verified: false, changes: ['name', 'education'] });
    const next = await submitted(t, provider);
    await decide(t, first, next, 'take');
    await decide(t, first, next, 'verify', {});
    expect(await badge(provider)).toBe(true);
    // The earlier one was replaced.
    await change(provider, { name: 'Dr. Rohan Sethi', education: 'MBBS, MD' });
    expect(await badge(provider)).toBe(false);
  });

  test('holds a photo only where there was one; the first one takes nothing', async () => {
    const provider = await badged();
    await addPhoto(provider, '#405060');
    expect(await badge(provider)).toBe(true);
    const claim = await submitted(t, provider);
    await decide(t, first, claim, 'take');
    await decide(t, first, claim, 'verify', {});
    await addPhoto(provider, '#506070');
    expect(await badge(provider)).toBe(false);
    await t.call('DELETE /providers/photo/', { as: provider.access });
    expect(await badge(provider)).toBe(false);
    const { rows } = await sql`select from verification_claims where photo is not null and state = 'verified'`.execute(
      t.db,
    );
    expect(rows).toEqual([]);
  });

  test('stays verified when its speciality is merged into another, or called otherwise', async () => {
    const provider = await badged();
    const administrator = await signUp(t, { grants: ['administrator'] });
    const [{ speciality }] = (await t.call('GET /register/provider/', { as: provider.access })).body;
    const { body: all } = await t.call('GET /speciality/?limit=200');
    const into = all.find(({ id }: { id: number }) => !speciality.includes(id)).id;
    const edit = (path: string, body: object) => good(t, path, { as: administrator.access, body });
    await edit(`PATCH /api/admin/specialities/${speciality[0]}/`, { name: 'Called otherwise' });
    expect(await badge(provider)).toBe(true);
    await edit(`POST /api/admin/specialities/${speciality[0]}/merge/`, { into });
    providerTexts.clear();
    expect(await badge(provider)).toBe(true);
    await change(provider, { speciality: [into] });
    expect(await badge(provider)).toBe(true);
  });
});

describe('time', () => {
  test('tells once that a verification ends soon, lets it be renewed, and ends it', async () => {
    const provider = await registered(t);
    await reachable(t, provider);
    const verifyUntil = async (ms: number) => {
      const claim = await submitted(t, provider);
      await decide(t, first, claim, 'take');
      const until = new Date(t.clock.now().getTime() + ms).toISOString().slice(0, 10);
      expect(code(await decide(t, first, claim, 'verify', { until }))).toBe(200);
    };
    await verifyUntil(50 * day);
    for (let n = 0; n < 2; n++) await expireVerifications(t.services);
    expect((await emailsTo(t, provider)).at(-1)).toBe('Your verification ends soon');
    await verifyUntil(90 * day);
    expect(await badge(provider)).toBe(true);
    await later(80 * day, async () => await expireVerifications(t.services));
    expect(await badge(provider)).toBe(true);
    await later(92 * day, async () => {
      await expireVerifications(t.services);
      expect(await badge(provider)).toBe(false);
    });
    expect(await own(provider)).toMatchObject({ verified_until: null, claim: { state: 'expired', files: [] } });
    expect(await emailsTo(t, provider)).toEqual([
      'Your registration has been checked',
      'Your verification ends soon',
      'Your registration has been checked',
      'Your verification ends soon',
      'Your verification has ended',
    ]);
  });

  test('deletes the documents of a verified claim, and of one never submitted, after thirty days', async () => {
    const verified = await registered(t);
    const claim = await submitted(t, verified);
    await decide(t, first, claim, 'take');
    await decide(t, first, claim, 'verify', {});
    const drafting = await registered(t);
    await addDocument(t, drafting);
    await later(30 * day - 1000, async () => await expireVerifications(t.services));
    expect((await own(verified)).claim.files).toHaveLength(1);
    expect((await own(drafting)).claim.files).toHaveLength(1);
    const before = await countFiles();
    await later(30 * day, async () => await expireVerifications(t.services));
    expect((await own(verified)).claim.files).toEqual([]);
    expect((await own(drafting)).claim.files).toEqual([]);
    expect(await countFiles()).toBeLessThanOrEqual(before - 2);
    expect(await badge(verified)).toBe(true);
  });

  test.each(['2020-01-01', '2040-01-01', 'tomorrow'])('a verification until %s is refused', async (until) => {
    const claim = await submitted(t, await registered(t));
    await decide(t, first, claim, 'take');
    const { status, body } = await decide(t, first, claim, 'verify', { until });
    expect([status, body.errors[0].field]).toEqual([400, 'until']);
  });
});

test('the queue goes on page by page, oldest first', async () => {
  for (let n = 0; n < 3; n++) {
    t.clock.move(1000);
    await submitted(t, await registered(t));
  }
  const ids: number[] = [];
  let line: string | undefined = 'GET /apis/verification/?limit=2';
  while (line !== undefined) {
    const { body, headers } = await t.call(line, { as: first.access });
    ids.push(...body.map(({ id }: { id: number }) => id));
    const next = /<(.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
    line = next === undefined ? undefined : `GET ${next}`;
  }
  const all = (await queue('?limit=200')).map(({ id }: { id: number }) => id);
  expect(ids).toEqual(all);
  expect(all.slice(-3)).toEqual(all.slice(-3).toSorted((one: number, other: number) => one - other));
});
