import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { formOf, pdf } from '../../../test/fixtures/report-files.ts';
import { applyListing } from './providers.ts';

let t: TestApp;
const people: Record<string, Person> = {};

beforeAll(async () => {
  t = await testApp();
  for (const role of ['unknown', 'patient', 'healthcare_provider'] as const) people[role] = await signUp(t, { role });
});
afterAll(() => t.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a0c0b0' } });
const camera = { IFD0: { Make: 'Some camera', Copyright: 'Somebody' } };
const send = (data: Buffer, as: Person | undefined, name = 'photo') =>
  t.call('POST /providers/photo/', {
    as: as?.access,
    ...formOf([{ name, fileName: 'me.jpg', type: 'image/jpeg', data }]),
  });
const shown = async (user: number) => (await t.call(`GET /providers/${user}/`)).body[0].photo;
const fetchPhoto = async (path: string) => await t.app.inject({ method: 'GET', url: path });

describe('a photo', () => {
  test('is saved small, square, upright and without anything but its pixels; a new one takes its place', async () => {
    const provider = await signUp(t, { role: 'healthcare_provider' });
    expect(await shown(provider.user_id)).toBeNull();
    const large = await picture(1200, 900).withExif(camera).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const saved = await send(large, provider);
    expect(saved.status).toBe(201);
    const { photo } = saved.body;
    expect(photo).toMatch(new RegExp(`^/providers/${provider.user_id}/photo/[0-9a-f]{32}/$`));
    expect(await shown(provider.user_id)).toBe(photo);

    const answer = await fetchPhoto(photo);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=300, must-revalidate',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    // The server itself never reads what it has made.
    sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] });
    const kept = await sharp(answer.rawPayload).metadata();
    expect(kept).toMatchObject({ format: 'webp', width: 320, height: 320 });
    expect([kept.exif, kept.icc, kept.xmp, kept.iptc]).toEqual([undefined, undefined, undefined, undefined]);

    const second = await send(await picture(100, 400).png().toBuffer(), provider);
    expect(second.body.photo).not.toBe(photo);
    expect((await fetchPhoto(photo)).statusCode).toBe(404);
    expect((await fetchPhoto(second.body.photo)).statusCode).toBe(200);
  });

  test('is asked for again by caches, and is gone at once with a suspension, an ended account or its removal', async () => {
    const provider = await signUp(t, { role: 'healthcare_provider' });
    const { photo } = (await send(await picture(60, 60).png().toBuffer(), provider)).body;
    const { etag } = (await fetchPhoto(photo)).headers;
    const again = async () =>
      await t.app.inject({ method: 'GET', url: photo, headers: { 'if-none-match': String(etag) } });
    const known = await again();
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
    const verifier = await signUp(t, { grants: ['verifier'] });
    const decides = async (verb: string, body?: object) => {
      const line = `POST /apis/verification/providers/${provider.user_id}/${verb}/`;
      expect((await t.call(line, { as: verifier.access, body })).status).toBe(200);
    };
    await decides('suspend', { reason: 'The council asks for it.' });
    expect((await again()).statusCode).toBe(404);
    await decides('reinstate');
    expect((await again()).statusCode).toBe(304);
    await sql`update users set disabled_at = now() where id = ${provider.user_id}`.execute(t.db);
    await applyListing(t.db, t.config, provider.user_id);
    expect((await again()).statusCode).toBe(404);
    await sql`update users set disabled_at = null where id = ${provider.user_id}`.execute(t.db);
    await applyListing(t.db, t.config, provider.user_id);
    await t.call('DELETE /providers/photo/', { as: provider.access });
    expect((await again()).statusCode).toBe(404);
    expect((await again()).headers['cache-control']).toBe('no-store');
  });

  test('is removed, and stays away', async () => {
    const provider = await signUp(t, { role: 'healthcare_provider' });
    const { body } = await send(await picture(50, 50).png().toBuffer(), provider);
    for (let times = 0; times < 2; times++) {
      expect((await t.call('DELETE /providers/photo/', { as: provider.access })).status).toBe(200);
      expect(await shown(provider.user_id)).toBeNull();
      expect((await fetchPhoto(body.photo)).statusCode).toBe(404);
    }
    const { rows } = await sql`select from provider_photos where provider_id = ${provider.user_id}`.execute(t.db);
    expect(rows).toEqual([]);
  });

  test('stays when the profile is saved again, and goes with the profile', async () => {
    const provider = await signUp(t, { role: 'healthcare_provider' });
    const { body } = await send(await picture(50, 50).png().toBuffer(), provider);
    const { body: own } = await t.call('GET /register/provider/', { as: provider.access });
    expect(own[0].photo).toBe(body.photo);
    const form = { name: 'Dr. A', experience: 1, education: 'B', phone: '+91 80 0000 0100', address: 'C', fees: 1 };
    const again = { as: provider.access, body: { ...form, about: 'D', speciality: [1] } };
    expect((await t.call('POST /register/provider/', again)).body.photo).toBe(body.photo);
  });

  test.each([
    ['nobody', undefined, 401],
    ['somebody without a profile', 'unknown', 403],
    ['a patient', 'patient', 403],
  ])('is none for %s', async (_, who, status) => {
    const as = who === undefined ? undefined : people[who];
    expect((await send(await picture(50, 50).png().toBuffer(), as)).status).toBe(status);
    expect((await t.call('DELETE /providers/photo/', { as: as?.access })).status).toBe(status);
  });

  test.each([
    ['a PDF', async () => pdf(), 415],
    ['a drawing that may hold scripts', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['another kind of picture', async () => await picture(50, 50).webp().toBuffer(), 415],
    ['half a picture', async () => (await picture(600, 600).png().toBuffer()).subarray(0, 200), 415],
    ['too many pixels', async () => await picture(9000, 9000).png().toBuffer(), 400],
    ['nothing', async () => Buffer.alloc(0), 400],
    ['too much', async () => Buffer.alloc(10 * 1024 * 1024 + 1), 413],
  ])('cannot be made of %s', { timeout: 30_000 }, async (_, make, status) => {
    const provider = people.healthcare_provider as Person;
    const answer = await send(await make(), provider);
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toMatchObject([{ field: 'photo' }]);
    expect(await shown(provider.user_id)).toBeNull();
  });

  test('comes in the field photo, and the same call twice is one', async () => {
    const provider = await signUp(t, { role: 'healthcare_provider' });
    const data = await picture(50, 50).png().toBuffer();
    expect((await send(data, provider, 'report')).status).toBe(400);
    const form = formOf([{ name: 'photo', fileName: 'me.png', type: 'image/png', data }]);
    const headers = { ...form.headers, 'idempotency-key': 'one' };
    const call = () => t.call('POST /providers/photo/', { as: provider.access, ...form, headers });
    const [first, second] = [await call(), await call()];
    expect(second.body).toEqual(first.body);
    expect(await shown(provider.user_id)).toBe(first.body.photo);
  });

  test('is not found where there is none', async () => {
    const user = (people.healthcare_provider as Person).user_id;
    expect((await fetchPhoto(`/providers/${user}/photo/${'0'.repeat(32)}/`)).statusCode).toBe(404);
    expect((await fetchPhoto(`/providers/${user}/photo/x/`)).statusCode).toBe(400);
  });
});
