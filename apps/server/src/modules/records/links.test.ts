import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { pdf } from '../../../test/fixtures/report-files.ts';
import { auditOf, forgedTries, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';

let v: Visit;
let id: number;
const data = pdf();
beforeAll(async () => {
  v = await pastVisit();
  ({ id } = (await v.upload(data, { title: 'Röntgen / "Thorax" \u202Efdp' })).body);
});
afterAll(() => v.close());

async function linksOf(person: Pick<Person, 'access'>, of = '', record = id) {
  const { body } = await v.t.call(`GET /api/records${of}/`, { as: person.access });
  return body.find((row: { id: number }) => row.id === record) as { report: string; download: string };
}
const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  v.t.app.inject({ method, url, headers });
/** What is written down about the record while `work` runs. */
async function noted(work: () => Promise<unknown>, record = id) {
  const before = (await auditOf(v.t, record)).length;
  await work();
  return (await auditOf(v.t, record)).slice(before);
}
const logIn = async ({ username, password }: Person) =>
  (await v.t.call('POST /token/', { body: { username, password } })).body as { access: string; refresh: string };

describe('a good link', () => {
  test.each(['patient', 'provider'] as const)('opens the report for its %s, once in the list', async (who) => {
    const { report } = await linksOf(v[who], who === 'patient' ? '' : '-provider');
    const rows = await noted(async () => {
      const answer = await open(report);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload).toEqual(data);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(data.length),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-disposition': `inline; filename="R_ntgen Thorax fdp.pdf"; filename*=UTF-8''R%C3%B6ntgen%20Thorax%20fdp.pdf`,
      });
      const policy = String(answer.headers['content-security-policy']).split('; ');
      expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']));
    });
    expect(rows).toEqual([
      {
        actor_id: v[who].user_id,
        role: who === 'patient' ? 'patient' : 'healthcare_provider',
        in_session: true,
        action: 'view',
        record_id: id,
        patient_id: v.patient.user_id,
        outcome: 'done',
        reason: null,
      },
    ]);
  });

  test('saves it, whole or from where the line broke', async () => {
    const { download } = await linksOf(v.patient);
    const whole = await open(download);
    expect(whole.headers['content-disposition']).toMatch(/^attachment; /);
    for (const [range, status, bytes, said] of [
      ['bytes=0-9', 206, data.subarray(0, 10), `bytes 0-9/${data.length}`],
      ['bytes=100-', 206, data.subarray(100), `bytes 100-${data.length - 1}/${data.length}`],
      ['bytes=-5', 206, data.subarray(-5), `bytes ${data.length - 5}-${data.length - 1}/${data.length}`],
      ['bytes=0-999999', 206, data, `bytes 0-${data.length - 1}/${data.length}`],
      [`bytes=${data.length}-`, 416, Buffer.alloc(0), `bytes */${data.length}`],
      ['bytes=-0', 416, Buffer.alloc(0), `bytes */${data.length}`],
      ['bytes=9-0', 200, data, undefined],
      ['bytes=0-1,5-6', 200, data, undefined],
      ['lines=1-2', 200, data, undefined],
    ] as const) {
      const rows = await noted(async () => {
        const answer = await open(download, { range });
        expect([answer.statusCode, answer.headers['content-range']], range).toEqual([status, said]);
        expect(answer.rawPayload).toEqual(bytes);
      });
      expect(rows.map(({ action }) => action)).toEqual(['download']);
    }
  });

  test('shows all of it, whatever part is asked for', async () => {
    const { report } = await linksOf(v.patient);
    const answer = await open(report, { range: 'bytes=0-9' });
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, data.length]);
  });

  test('answers HEAD without the report, and writes it down as well', async () => {
    const { report } = await linksOf(v.patient);
    const rows = await noted(async () => {
      const answer = await open(report, {}, 'HEAD');
      expect([answer.statusCode, answer.headers['content-length'], answer.body]).toEqual([200, `${data.length}`, '']);
    });
    expect(rows.map(({ action }) => action)).toEqual(['view']);
  });
});

function expectPage(answer: Awaited<ReturnType<typeof open>>, status: number) {
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(answer.body).toContain('<a href="/record">');
  expect(answer.body).not.toMatch(/<script|%PDF|Sethi|Menon/);
}

describe('a link that is not good leads back to the reports, and is written down, or counted where it is forged', () => {
  test('after five minutes', async () => {
    const { report } = await linksOf(v.patient);
    v.t.clock.move(299_000);
    expect((await open(report)).statusCode).toBe(200);
    v.t.clock.move(2000);
    const rows = await noted(async () => expectPage(await open(report), 410));
    v.t.clock.move(-301_000);
    expect(rows).toEqual([
      expect.objectContaining({ actor_id: v.patient.user_id, action: 'denied', outcome: 'refused', reason: 'expired' }),
    ]);
  });

  test('after its session ended, though another of the same person goes on', async () => {
    const { access, refresh } = await logIn(v.patient);
    const { report } = await linksOf({ access });
    expect((await open(report)).statusCode).toBe(200);
    await v.t.call('POST /logout/', { body: { refresh_token: refresh } });
    const rows = await noted(async () => expectPage(await open(report), 410));
    expect(rows).toEqual([expect.objectContaining({ actor_id: v.patient.user_id, reason: 'session_ended' })]);
    expect((await open((await linksOf(v.patient)).report)).statusCode).toBe(200);
  });

  test('after its session ended on another process', async () => {
    const { access, refresh } = await logIn(v.patient);
    const { report } = await linksOf({ access });
    const other = await v.t.otherProcess();
    onTestFinished(() => other.close());
    await other.call('POST /logout/', { body: { refresh_token: refresh } });
    await expect.poll(async () => (await open(report)).statusCode, { timeout: 2000 }).toBe(410);
  });

  test('with the token of another record, person, session, purpose or time', async () => {
    const other = (await v.upload()).body.id as number;
    const [mine, theirs] = [await linksOf(v.patient), await linksOf(v.provider, '-provider')];
    const second = await linksOf(await logIn(v.patient));
    const tokenOf = (url: string) => (url.split('token=')[1] as string).split('.');
    const [user, session, purpose, expires, mac] = tokenOf(mine.report) as [string, string, string, string, string];
    const changed = mac.startsWith('A') ? `B${mac.slice(1)}` : `A${mac.slice(1)}`;
    const forged = [
      [user, tokenOf(second.report)[1], purpose, expires, mac],
      [String(v.provider.user_id), session, purpose, expires, mac],
      [user, session, 'download', expires, mac],
      [user, session, purpose, String(Number(expires) + 1), mac],
      [user, session, purpose, expires, changed],
      [user, session, purpose, expires, mac.slice(1)],
      [user, session, purpose, expires, tokenOf(theirs.report)[4]],
      [user, session, purpose, expires, tokenOf(mine.download)[4]],
      [`0${user}`, session, purpose, expires, mac],
      [user, session, purpose, expires],
      ['x'],
      [''],
    ].map((parts) => `/files/records/${id}/?token=${parts.join('.')}`);
    const rows = await noted(async () => {
      for (const url of forged) expectPage(await open(url), 403);
    });
    expect([rows, await forgedTries(v.t, id)]).toEqual([[], forged.length]);
    const swapped = await noted(
      async () => expectPage(await open(mine.report.replace(`/${id}/`, `/${other}/`)), 403),
      other,
    );
    expect([swapped, await forgedTries(v.t, other)]).toEqual([[], 1]);
    expectPage(await open(mine.report.replace(`/${id}/`, '/2000000/')), 403);
    expect([await auditOf(v.t, 2_000_000), await forgedTries(v.t, 0)]).toEqual([[], 1]);
  });

  test('beside the access token of somebody else', async () => {
    const { report } = await linksOf(v.patient);
    const stranger = await signUp(v.t);
    const rows = await noted(async () =>
      expectPage(await open(report, { authorization: `Bearer ${stranger.access}` }), 403),
    );
    expect(rows).toEqual([expect.objectContaining({ action: 'denied', reason: 'other_session' })]);
    expect((await open(report, { authorization: `Bearer ${v.patient.access}` })).statusCode).toBe(200);
  });

  test('once the report was withdrawn', async () => {
    const record = (await v.upload()).body.id as number;
    const [mine, theirs] = [await linksOf(v.patient, '', record), await linksOf(v.provider, '-provider', record)];
    await v.t.call(`POST /api/records/${record}/withdraw/`, {
      as: v.provider.access,
      body: { reason: 'Wrong person.' },
    });
    const rows = await noted(async () => {
      expectPage(await open(mine.report), 410);
      expectPage(await open(theirs.download), 410);
    }, record);
    expect(rows.map(({ reason }) => reason)).toEqual(['withdrawn', 'withdrawn']);
  });

  test('without a token it is not even a link', async () => {
    expect((await open(`/files/records/${id}/`)).statusCode).toBe(400);
    expect((await open(`/files/records/${id}/?token=${'a'.repeat(501)}`)).statusCode).toBe(400);
  });
});
