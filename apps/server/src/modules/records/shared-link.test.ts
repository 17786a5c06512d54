import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { asOwner } from '../../../test/servers/owner.ts';
import { emailsTo, reachable } from '../../../test/fixtures/claims.ts';
import { signUp } from '../../../test/fixtures/factories.ts';
import { pdf } from '../../../test/fixtures/report-files.ts';
import { pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

// A link and its passcode: what opens it, how it ends, and what the patient reads of it.

let v: Visit;
const data = pdf();
beforeAll(async () => {
  v = await pastVisit();
});
afterAll(() => v.close());

const day = 86_400_000;
const report = async (title = 'Blood count') => (await v.upload(data, { title })).body.id as number;

interface Made {
  id: number;
  records: number[];
  token: string;
  passcode: string;
}

async function make(more: object = {}, titles = ['Blood count']): Promise<Made> {
  const records: number[] = [];
  for (const title of titles) records.push(await report(title));
  const { status, body } = await v.t.call('POST /api/shares/', { as: v.patient.access, body: { records, ...more } });
  expect(status).toBe(201);
  const [page, token] = body.link.path.split('#');
  expect(page).toBe('/shared');
  return { id: body.share.id, records, token, passcode: body.link.passcode };
}

const open = (token: string, passcode: string, ip?: string) =>
  v.t.call('POST /api/shares/open/', { body: { token, passcode }, ...(ip === undefined ? {} : { ip }) });
const get = (url: string) => v.t.app.inject({ method: 'GET', url });
const revoke = (id: number) => v.t.call(`POST /api/shares/${id}/revoke/`, { as: v.patient.access });
const wrongFor = (passcode: string) => (passcode === '00000000' ? '00000001' : '00000000');
const listed = async (id: number) =>
  (await v.t.call('GET /api/shares/', { as: v.patient.access })).body.find((one: { id: number }) => one.id === id);
const ofShare = async (id: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    select actor_id, action, record_id, patient_id, outcome, reason from audit
    where item_kind = 'share' and item_id = ${id} and action <> 'share' order by id`.execute(v.t.db);
  return rows;
};
/** All of an answer that two who ask could tell apart. */
const bytes = ({ status, headers, text }: Awaited<ReturnType<typeof open>>) => {
  const { 'x-request-id': _, date: __, ...rest } = headers;
  return JSON.stringify([status, rest, text]);
};

test('whoever has the link and the passcode reads the chosen reports, and the patient reads of it', async () => {
  const { id, records, token, passcode } = await make({ days: 2 }, ['Blood count', 'X-ray']);
  expect([token, passcode]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^\d{8}$/)]);
  const { rows } = await sql<{ kept: string }>`
    select s::text || encode(token_hash, 'hex') as kept from shares s where id = ${id}`.execute(v.t.db);
  expect(rows[0]?.kept).not.toContain(token);
  expect(rows[0]?.kept).not.toContain(passcode);

  const spaced = ` ${passcode.slice(0, 4)} ${passcode.slice(4)} `;
  const { status, body, text } = await open(token, spaced);
  const now = v.t.clock.now();
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, patient: 'Kavya Menon', ends_at: new Date(now.getTime() + 2 * day).toISOString() });
  expect(body.records.map((row: { title: string }) => row.title)).toEqual(['X-ray', 'Blood count']);
  expect(text).not.toMatch(new RegExp(`${v.patient.username}|@example.org|98765`));
  const [xRay, blood] = body.records;
  const shown = await get(xRay.report);
  expect([shown.statusCode, shown.rawPayload.equals(data)]).toEqual([200, true]);
  expect(shown.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-disposition': expect.stringMatching(/^inline; filename="X-ray.pdf"/),
  });
  const saved = await v.t.app.inject({ method: 'GET', url: blood.download, headers: { range: 'bytes=0-9' } });
  expect([saved.statusCode, saved.rawPayload.length]).toEqual([206, 10]);
  expect(await listed(id)).toMatchObject({ state: 'live', views: 1, viewed_at: now.toISOString() });

  const row = { actor_id: null, patient_id: v.patient.user_id, outcome: 'done', reason: null };
  const [first, second] = records;
  expect(await ofShare(id)).toEqual([
    { ...row, action: 'open_share', record_id: second },
    { ...row, action: 'open_share', record_id: first },
    { ...row, action: 'view', record_id: second },
    { ...row, action: 'download', record_id: first },
  ]);
  const by = { id, made_at: now.toISOString(), provider: null };
  const accesses = await v.t.call(`GET /api/records/accesses/?record=${second}`, { as: v.patient.access });
  expect(accesses.body).toMatchObject([
    { action: 'view', by: 'somebody', name: null, role: null, title: 'X-ray', share: by },
    { action: 'open_share', by: 'somebody', name: null, share: by },
    { action: 'share', by: 'you', share: by },
    { action: 'upload', by: 'author', share: null },
  ]);
});

test('who makes a link is told by email, and not who shares with a provider', async () => {
  await reachable(v.t, v.patient);
  const before = (await emailsTo(v.t, v.patient)).length;
  const { records } = await make();
  const told = (await emailsTo(v.t, v.patient)).slice(before);
  expect(told).toEqual(['A link was made in your account']);
  const colleague = await signUp(v.t, { role: 'healthcare_provider' });
  const body = { records, provider: colleague.user_id };
  expect((await v.t.call('POST /api/shares/', { as: v.patient.access, body })).status).toBe(201);
  expect((await emailsTo(v.t, v.patient)).slice(before)).toEqual(told);
});

test('a link that was never made, has ended, was revoked, is used up, locked or empty is answered in the same bytes', async () => {
  const never = await open('x'.repeat(43), '12345678');
  expect([never.status, never.body.code]).toEqual([400, 'link_ended']);
  const expected = bytes(never);
  const revoked = await make();
  await revoke(revoked.id);
  const used = await make({ most_views: 1 });
  expect((await open(used.token, used.passcode)).status).toBe(200);
  const locked = await make();
  for (let n = 0; n < 5; n++) await open(locked.token, wrongFor(locked.passcode));
  const empty = await make();
  await v.t.call(`POST /api/records/${empty.records[0]}/withdraw/`, {
    as: v.provider.access,
    body: { reason: 'Wrong.' },
  });
  const over = await make({ days: 1 });
  for (const { token, passcode, id } of [revoked, used, locked, empty]) {
    for (const code of [passcode, wrongFor(passcode)]) expect(bytes(await open(token, code))).toBe(expected);
    // One row an hour, however often it is tried.
    const refused = { action: 'denied', outcome: 'refused', reason: 'share_ended', patient_id: v.patient.user_id };
    expect((await ofShare(id)).filter(({ reason }) => reason === 'share_ended')).toMatchObject([refused]);
  }
  expect(await listed(used.id)).toMatchObject({ state: 'used_up', views: 1, most_views: 1 });
  expect(await listed(locked.id)).toMatchObject({ state: 'locked', views: 0 });
  v.t.clock.move(day - 1);
  expect((await open(over.token, over.passcode)).status).toBe(200);
  v.t.clock.move(1);
  expect(bytes(await open(over.token, over.passcode))).toBe(expected);
  v.t.clock.move(-day);
});

test('five wrong passcodes lock a link for good, and its patient is told; a right one before counts anew', async () => {
  const { id, token, passcode } = await make();
  const wrong = wrongFor(passcode);
  for (let n = 0; n < 4; n++) await open(token, wrong);
  expect((await open(token, passcode)).status).toBe(200);
  const said = [];
  for (let n = 0; n < 5; n++) {
    const { status, body } = await open(token, wrong);
    said.push([status, body.errors[0].field, /(\d|One) tr|locked/.exec(body.errors[0].message)?.[0]]);
  }
  expect(said.map(([, , message]) => message)).toEqual(['4 tr', '3 tr', '2 tr', 'One tr', 'locked']);
  expect(new Set(said.map(([status, field]) => `${status} ${field}`))).toEqual(new Set(['400 passcode']));
  expect((await open(token, passcode)).body.code).toBe('link_ended');
  expect((await ofShare(id)).filter(({ reason }) => reason === 'passcode')).toHaveLength(9);
  const told = await v.t.call('GET /api/notifications/', { as: v.patient.access });
  expect(told.body.filter(({ kind }: { kind: string }) => kind === 'share_locked').length).toBeGreaterThan(0);
});

test('tries that are made at once all count', async () => {
  const { id, token, passcode } = await make();
  const answers = await Promise.all(Array.from({ length: 12 }, () => open(token, wrongFor(passcode))));
  expect(answers.filter(({ body }) => body.errors[0]?.field === 'passcode')).toHaveLength(5);
  expect(await listed(id)).toMatchObject({ state: 'locked' });
});

test('a link with a greatest number of views is opened so often and not once more, also at once', async () => {
  const { id, token, passcode } = await make({ most_views: 3 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => open(token, passcode)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await listed(id)).toMatchObject({ views: 3, state: 'used_up' });
  // What it has opened can be fetched.
  const opened = answers.find(({ status }) => status === 200);
  expect((await get(opened?.body.records[0].report)).statusCode).toBe(200);
});

test('the files end with the share, at once and on every process, and after half an hour in any case', async () => {
  const { id, records, token, passcode } = await make();
  const [row] = (await open(token, passcode)).body.records;
  v.t.clock.move(1_799_000);
  expect((await get(row.report)).statusCode).toBe(200);
  v.t.clock.move(2000);
  const late = await get(row.report);
  expect([late.statusCode, late.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
  v.t.clock.move(-1_801_000);
  const other = await report('Not chosen');
  const tokenOf = (url: string) => url.split('token=')[1] ?? '';
  const parts = tokenOf(row.report).split('.');
  for (const url of [
    `/files/shared/${other}/?token=${tokenOf(row.report)}`,
    `/files/shared/${records[0]}/?token=${parts.with(1, 'download').join('.')}`,
    `/files/shared/${records[0]}/?token=${parts.with(2, '9999999999').join('.')}`,
    `/files/shared/${records[0]}/?token=${parts.with(0, '1').join('.')}`,
    `/files/shared/${records[0]}/?token=none`,
    `/files/shared/2000000/?token=none`,
    `/files/records/${records[0]}/?token=${tokenOf(row.report)}`,
  ]) {
    expect((await get(url)).statusCode).toBe(403);
  }
  const process = await v.t.otherProcess();
  await process.call(`POST /api/shares/${id}/revoke/`, { as: v.patient.access });
  await process.close();
  for (const url of [row.report, row.download]) {
    const answer = await get(url);
    expect([answer.statusCode, answer.body.includes('This is not shared any more')]).toEqual([410, true]);
  }
  const refused = (await ofShare(id)).filter(({ action }) => action === 'denied');
  expect(refused.map(({ reason }) => reason)).toEqual(['expired', 'share_ended', 'share_ended']);
});

test('where the account of its patient is disabled nothing is shared', async () => {
  const { token, passcode } = await make();
  const [row] = (await open(token, passcode)).body.records;
  const set = (at: Date | null) =>
    sql`update users set disabled_at = ${at} where id = ${v.patient.user_id}`.execute(v.t.db);
  await set(v.t.clock.now());
  expect((await open(token, passcode)).body.code).toBe('link_ended');
  expect((await get(row.report)).statusCode).toBe(410);
  await set(null);
  expect((await open(token, passcode)).status).toBe(200);
});

test.each([
  ['no passcode', { token: 'x' }, 'passcode'],
  ['letters', { token: 'x', passcode: 'abcdefgh' }, 'passcode'],
  ['seven digits', { token: 'x', passcode: '1234567' }, 'passcode'],
  ['no token', { passcode: '12345678' }, 'token'],
  ['a long token', { token: 'x'.repeat(101), passcode: '12345678' }, 'token'],
  ['more', { token: 'x', passcode: '12345678', share: 1 }, 'share'],
])('%s opens nothing and counts nowhere', async (_, body, field) => {
  const answer = await v.t.call('POST /api/shares/open/', { body });
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
});

test('an address has twenty wrong tries in five minutes, for whatever links', async () => {
  const limited = await pastVisit({ RATE_LIMIT: '1' });
  try {
    const id = (await limited.upload(data)).body.id as number;
    const made = await limited.t.call('POST /api/shares/', { as: limited.patient.access, body: { records: [id] } });
    const { path, passcode } = made.body.link as { path: string; passcode: string };
    const tryOne = (token: string, code: string, ip: string) =>
      limited.t.call('POST /api/shares/open/', { body: { token, passcode: code }, ip });
    const token = path.split('#')[1] as string;
    // One that cannot be answered is neither wrong nor right.
    const app = inject('postgres').app.user;
    await asOwner(limited.t.db, `revoke insert on audit from "${app}"`);
    for (let n = 0; n < 21; n++) expect((await tryOne(token, passcode, '198.51.100.7')).status).toBe(503);
    await asOwner(limited.t.db, `grant insert on audit to "${app}"`);
    for (let n = 0; n < 20; n++) {
      expect((await tryOne('y'.repeat(43), '12345678', '198.51.100.7')).status).toBe(400);
      // A right one does not count.
      if (n < 3) expect((await tryOne(token, passcode, '198.51.100.7')).status).toBe(200);
    }
    const refused = await tryOne(token, passcode, '198.51.100.7');
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await tryOne(token, passcode, '203.0.113.9')).status).toBe(200);
    limited.t.clock.move(300_001);
    expect((await tryOne(token, passcode, '198.51.100.7')).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test('where a look cannot be written down nothing is shown, and no view is counted', async () => {
  const { id, token, passcode } = await make();
  const [row] = (await open(token, passcode)).body.records;
  const app = inject('postgres').app.user;
  await asOwner(v.t.db, `revoke insert on audit from "${app}"`);
  const answers = [await get(row.report)].map(({ statusCode }) => statusCode);
  for (let n = 0; n < 6; n++) {
    const { status, body } = await open(token, n % 2 === 0 ? passcode : wrongFor(passcode));
    answers.push(status);
    expect(body.code).toBe('busy');
  }
  await asOwner(v.t.db, `grant insert on audit to "${app}"`);
  expect(new Set(answers)).toEqual(new Set([503]));
  expect(await listed(id)).toMatchObject({ views: 1, state: 'live' });
  // Nor did any of it count as a wrong passcode.
  expect((await open(token, passcode)).status).toBe(200);
});
