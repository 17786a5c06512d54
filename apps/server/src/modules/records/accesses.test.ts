import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { plansOf } from '../../../test/oracles/plans.ts';
import { auditOf, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { recordLinks } from './records.ts';

const minute = 60_000;
let v: Visit;
let stranger: Person;
let otherProvider: Person;
beforeAll(async () => {
  v = await pastVisit();
  stranger = await signUp(v.t, { name: 'Nosy Neighbour' });
  otherProvider = await signUp(v.t, { role: 'healthcare_provider', name: 'Dr. Else' });
});
afterAll(() => v.close());

const accesses = (as: Person | undefined, query = '') =>
  v.t.call(`GET /api/records/accesses/${query}`, { as: as?.access });
/** A genuine link of somebody's own, entitled or not. */
const linkOf = ({ user_id, access }: Person, id: number, age = 0) => {
  const { sid } = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  const actor = { user_id, session_id: sid, username: '', role: 'patient', grants: [], held_grants: [] } as const;
  const made = new Date(v.t.clock.now().getTime() - age);
  return recordLinks.to(v.t.config.secret, id, actor, 'view', made);
};
const open = (url: string, headers = {}) => v.t.app.inject({ url, headers });

test('the patient reads who opened a report, who tried to by a genuine link, and why they were refused', async () => {
  const { id } = (await v.upload(undefined, { title: 'Blood count' })).body as { id: number };
  const [own, authors, strange] = [linkOf(v.patient, id), linkOf(v.provider, id), linkOf(stranger, id)];
  const withdrawing = { body: { reason: 'It was for somebody else.' } };
  await open(own);
  await open(authors);
  await open(strange);
  await open(own.replace(/[\w-]{43}$/, (mac) => (mac.startsWith('A') ? 'B' : 'A') + mac.slice(1)));
  await open(own, { authorization: `Bearer ${stranger.access}` });
  await v.t.call(`POST /api/records/${id}/withdraw/`, { as: v.patient.access, ...withdrawing });
  await v.t.call(`POST /api/records/${id}/withdraw/`, { as: otherProvider.access, ...withdrawing });
  await v.t.call(`POST /api/records/${id}/withdraw/`, { as: v.provider.access, ...withdrawing });
  await open(own);
  await open(linkOf(v.provider, id, 6 * minute));

  const you = { by: 'you', name: null, role: 'patient' };
  const author = { by: 'author', name: 'Dr. Rohan Sethi', role: 'healthcare_provider' };
  const somebody = { by: 'somebody', name: null, role: null };
  const denied = (refusal: string) => ({ action: 'denied', refusal });
  const { status, body } = await accesses(v.patient, `?record=${id}`);
  const about = { id: expect.any(Number), record: id, title: 'Blood count', refusal: null, share: null };
  expect(status).toBe(200);
  expect(body).toEqual(
    [
      { ...author, ...denied('expired') },
      { ...you, ...denied('withdrawn') },
      { ...author, action: 'withdraw' },
      { ...you, ...denied('withdraw') },
      { ...you, ...denied('other_session') },
      { ...somebody, ...denied('not_entitled') },
      { ...author, action: 'view' },
      { ...you, action: 'view' },
      { ...author, action: 'upload' },
    ].map((row) => ({ ...about, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), ...row })),
  );
});

test('nobody else reads it, and whose report it is makes no difference to them', async () => {
  const { id } = (await v.upload()).body as { id: number };
  expect((await accesses(undefined)).status).toBe(401);
  const [missing] = [await accesses(stranger, '?record=2000000')];
  for (const as of [stranger, otherProvider, v.provider]) {
    const answer = await accesses(as, `?record=${id}`);
    expect([answer.status, answer.text]).toEqual([200, missing.text]);
    expect((await accesses(as)).body).toEqual([]);
  }
  for (const query of ['?record=x', '?record=0', '?limit=201', '?cursor=x', '?user=1']) {
    const { status, body } = await accesses(v.patient, query);
    expect([status, body.errors[0].field]).toEqual([400, query.slice(1, query.indexOf('='))]);
  }
});

test('pages follow one another without a gap, and each report has its own', async () => {
  const [one, other] = [(await v.upload()).body.id as number, (await v.upload()).body.id as number];
  for (let n = 0; n < 5; n++) await open(linkOf(v.patient, n % 2 === 0 ? one : other));
  const all = (await accesses(v.patient, '?limit=200')).body as { id: number; record: number }[];
  const paged: unknown[] = [];
  for (let line: string | undefined = '?limit=3'; line !== undefined;) {
    const { body, headers } = await accesses(v.patient, line);
    paged.push(...body);
    line = /accesses\/(\?.+)>; rel="next"/.exec(headers.link ?? '')?.[1];
  }
  expect(paged).toEqual(all);
  const ofOne = (await accesses(v.patient, `?record=${one}`)).body;
  expect(ofOne).toEqual(all.filter(({ record }) => record === one));
  expect(ofOne).toHaveLength(4);
});

test('a list that tells of reports is written down as well, once and by what it is; an empty one is not', async () => {
  await v.upload();
  await v.upload(undefined, { release: 'after_talk' });
  const rows = async () => (await auditOf(v.t, null)).filter(({ action }) => action === 'view');
  for (const [line, as, reason] of [
    ['GET /api/records/', v.patient, 'own reports'],
    ['GET /api/records-provider/', v.provider, 'written reports'],
    ['GET /api/records/waiting/', v.patient, 'waiting reports'],
    ['GET /api/records/accesses/', v.patient, 'who opened reports'],
    ['GET /api/records/', stranger, undefined],
    ['GET /api/records-provider/', stranger, undefined],
    ['GET /api/records/waiting/', stranger, undefined],
    ['GET /api/records/accesses/', stranger, undefined],
  ] as const) {
    const before = await rows();
    expect((await v.t.call(line, { as: as.access })).status).toBe(200);
    const row = { actor_id: as.user_id, in_session: true, patient_id: null, outcome: 'done', reason };
    expect((await rows()).slice(before.length)).toEqual(reason === undefined ? [] : [expect.objectContaining(row)]);
  }
});

test('among a hundred thousand rows it is read from an index', { timeout: 60_000 }, async () => {
  const { id } = (await v.upload()).body as { id: number };
  await sql`
    insert into audit (at, actor_id, action, patient_id, record_id, outcome)
    select ${v.t.clock.now()}::timestamptz - n * interval '1 minute', ${v.patient.user_id}, 'view',
      ${v.patient.user_id}::int + n % 100, ${id}::int + n % 10000, 'done'
    from generate_series(1, 100000) n`.execute(v.t.db);
  await asOwner(v.t.db, 'vacuum analyze audit');
  for (const [query, index] of [
    ['?limit=3', /patient_id_at_idx/],
    [`?limit=1&record=${id}`, /record_id_at_idx/],
  ] as const) {
    const line = `GET /api/records/accesses/${query}`;
    const first = await v.t.call(line, { as: v.patient.access });
    const next = /<(.+)>; rel="next"/.exec(first.headers.link ?? '')?.[1] ?? '';
    for (const page of [line, `GET ${next}`]) {
      const { answer, plans } = await plansOf(v.t, page, { as: v.patient.access, reads: /from audit/ });
      expect([answer.status, answer.body.length]).toEqual([200, Number(query[7])]);
      expect(plans).toHaveLength(1);
      expect(plans[0]).toMatch(index);
      expect(plans[0]).not.toMatch(/Seq Scan on (records|users|audit_\w+) .*rows=\d{4}/);
      expect(plans[0]).not.toContain('audit_2030');
    }
  }
});
