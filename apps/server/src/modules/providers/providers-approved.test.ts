import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { formOf } from '../../../test/fixtures/report-files.ts';
import { expireVerifications } from '../verification/sweep.ts';
import { applyListing, verifyProvider } from './providers.ts';

// A file of its own: what is cached belongs to the process, and this server answers otherwise than an open one.
let t: TestApp;
let person: Person;
const seen = async () => {
  const lists = ['/providers/', '/providers/speciality/3/', '/providers/?q=approved', `/providers/${person.user_id}/`];
  const answers = await Promise.all(lists.map((list) => t.call(`GET ${list}`)));
  return answers.map(({ body }) => body.length);
};
const save = (change: object) =>
  t.call('POST /register/provider/', {
    as: person.access,
    body: {
      name: 'Dr. Approved Later',
      experience: 7,
      education: 'MBBS',
      phone: '+91 80 0000 0100',
      address: '1 Test Road',
      fees: 600,
      about: 'Waits to be checked.',
      speciality: [3],
      registration_number: 'K/1',
      council: 'A council',
      ...change,
    },
  });
const verify = () =>
  t.db.transaction().execute(async (tx) => await verifyProvider(tx, person.user_id, t.config, t.clock.now()));

beforeAll(async () => {
  t = await testApp({ PROVIDERS: 'approved' });
  person = await signUp(t, { role: 'unknown' });
});
afterAll(() => t.close());

test('where providers are approved first, nobody else sees one before', async () => {
  expect((await save({})).body).toMatchObject({ verified: false, role: 'healthcare_provider' });
  expect(await seen()).toEqual([0, 0, 0, 0]);
  expect((await t.call('GET /register/provider/', { as: person.access })).body).toMatchObject([
    { name: 'Dr. Approved Later' },
  ]);

  await verify();
  await save({ fees: 700 });
  expect(await seen()).toEqual([1, 1, 1, 1]);

  await save({ council: 'Another council' });
  expect(await seen()).toEqual([0, 0, 0, 0]);
});

test('the photo of somebody who is not listed is shown to its owner alone', async () => {
  const third = { council: 'A third council' };
  await save(third);
  const data = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#a0c0b0' } })
    .png()
    .toBuffer();
  const form = formOf([{ name: 'photo', fileName: 'me.png', type: 'image/png', data }]);
  const { photo } = (await t.call('POST /providers/photo/', { as: person.access, ...form })).body;
  const served = async () => (await t.app.inject({ method: 'GET', url: photo })).statusCode;
  const own = async () => (await t.call('GET /register/provider/', { as: person.access })).body[0].photo;
  expect(await served()).toBe(404);
  expect(await own()).toMatch(/^data:image\/webp;base64,UklGR[\w+/]+=*$/);

  await verify();
  await save(third);
  expect([await served(), await own()]).toEqual([200, photo]);

  await save({ council: 'One more council' });
  expect(await served()).toBe(404);
  await t.call('DELETE /providers/photo/', { as: person.access });
  expect(await own()).toBeNull();
});

test('one without a registration cannot be marked as checked', async () => {
  await save({ registration_number: '' });
  await verify();
  expect((await t.call('GET /register/provider/', { as: person.access })).body[0].verified).toBe(false);
});

test('a new setting applies to those who are there already', async () => {
  const other = await signUp(t, { role: 'healthcare_provider' });
  await save({});
  await verify();
  const listed = async () => {
    await save({});
    const { body } = await t.call('GET /providers/');
    return body.map(({ user }: { user: number }) => user);
  };
  await applyListing(t.db, { ...t.config, providers: 'open' });
  expect(new Set(await listed())).toEqual(new Set([person.user_id, other.user_id]));
  await applyListing(t.db, t.config);
  expect(await listed()).toEqual([person.user_id]);
});

test('in production nobody is listed before the email address is confirmed, and within a minute after it', async () => {
  const production = { ...t.config, mode: 'production' as const };
  const other = await signUp(t, { role: 'healthcare_provider' });
  const listed = async () => {
    const { rows } = await sql<{ listed: boolean }>`
      select listed from providers where user_id = ${other.user_id}`.execute(t.db);
    return rows[0]?.listed;
  };
  for (const providers of ['open', 'approved'] as const) {
    await sql`update users set email_verified_at = null where id = ${other.user_id}`.execute(t.db);
    const config = { ...production, providers };
    await applyListing(t.db, config);
    await expireVerifications({ ...t.services, config });
    expect(await listed()).toBe(false);
    await sql`update users set email_verified_at = now() where id = ${other.user_id}`.execute(t.db);
    await expireVerifications({ ...t.services, config });
    expect(await listed()).toBe(providers === 'open');
  }
  await applyListing(t.db, t.config);
});
