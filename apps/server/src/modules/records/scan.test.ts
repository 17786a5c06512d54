import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eicar, hasClamd, openScanner, says, startClamd } from '../../../test/servers/clamd.ts';
import { pdf } from '../../../test/fixtures/report-files.ts';
import { auditOf, pastVisit, type Visit } from '../../../test/fixtures/visits.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { filesOfRecords } from './records.ts';
import { scanWork } from './scan.ts';
import { notifyReleased } from './sweep.ts';
import { storedFiles } from '../../../test/fixtures/stored-files.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let v: Visit;
let scanner: Awaited<ReturnType<typeof openScanner>>;
beforeAll(async () => {
  v = await pastVisit();
  scanner = await openScanner();
});
beforeEach(() => {
  v.t.config.clamd = scanner.address;
  scanner.behaviour = says('stream: OK');
});
afterAll(async () => {
  await scanner.close();
  await v.close();
});

/** Does what is due; what waits for its next try is made due. */
async function work() {
  await sql`update jobs set due_at = now() where kind = 'scan'`.execute(v.t.db);
  await openJobs(v.t.db, scanWork(v.t.services), quiet).runDue();
  await notifyReleased(v.t.services);
}
const upload = async (texts: Record<string, string> = {}) => (await v.upload(pdf(), texts)).body;
const list = async (of: '' | '-provider' | '/waiting') => {
  const as = of === '-provider' ? v.provider : v.patient;
  return (await v.t.call(`GET /api/records${of}/?limit=200`, { as: as.access })).body as Record<string, unknown>[];
};
const find = async (of: '' | '-provider' | '/waiting', id: number) => (await list(of)).find((row) => row.id === id);
const told = async (id: number) => {
  const { rows } = await sql<{ user_id: number; kind: string }>`
    select user_id, kind from notifications where record_id = ${id}`.execute(v.t.db);
  return rows.map(({ user_id, kind }) => [user_id === v.patient.user_id ? 'patient' : 'provider', kind]);
};
const job = async () => {
  const { rows } = await sql<{ tries: number; last_error: string; waits: number }>`
    select tries, last_error, extract(epoch from due_at - now())::float8 as waits from jobs where kind = 'scan'`.execute(
    v.t.db,
  );
  return rows;
};
const stored = () => storedFiles(v.t);

test('without a scanner a report is given at once, and nothing is to be done', async () => {
  v.t.config.clamd = undefined;
  const { id, scan, report } = await upload();
  expect([scan, typeof report]).toEqual(['unscanned', 'string']);
  expect(await job()).toEqual([]);
  expect((await find('', id))?.scan).toBe('unscanned');
});

describe('with a scanner a report is given to nobody', () => {
  test.each([
    ['before it was looked at', async () => {}, 'pending'],
    ['while the scanner is away', async () => void (v.t.config.clamd = { host: '127.0.0.1', port: 1 }), 'pending'],
    ['where the scanner was taken away', async () => void (v.t.config.clamd = undefined), 'pending'],
    ['where it is cut off', async () => void (scanner.behaviour = (socket) => void socket.destroy()), 'error'],
    [
      'where it is too large',
      async () => void (scanner.behaviour = says('INSTREAM size limit exceeded. ERROR')),
      'error',
    ],
  ])('%s, and then to both', async (name, happens, scan) => {
    const { id, report, download, released } = await upload();
    expect([report, download, released]).toEqual([null, null, false]);
    await happens();
    if (name !== 'before it was looked at') {
      await work();
      const [waiting] = await job();
      expect(waiting?.tries).toBe(1);
      expect(waiting?.waits).toBeGreaterThan(10);
    }
    expect(await find('-provider', id)).toMatchObject({ scan, report: null, download: null });
    expect([await find('', id), await find('/waiting', id), await told(id)]).toEqual([undefined, undefined, []]);

    v.t.config.clamd = scanner.address;
    scanner.behaviour = says('stream: OK');
    await work();
    expect(await job()).toEqual([]);
    const row = await find('', id);
    expect(row).toMatchObject({ scan: 'clean', new: true });
    expect((await v.t.app.inject(String(row?.report))).statusCode).toBe(200);
    expect((await find('-provider', id))?.scan).toBe('clean');
    expect(await told(id)).toEqual([['patient', 'report_ready']]);
  });
});

test('what is held stays held when it is clean, and is announced only then', async () => {
  const { id } = await upload({ release: 'after_talk' });
  expect(await find('/waiting', id)).toBeUndefined();
  await work();
  expect([await find('', id), (await find('/waiting', id))?.release, await told(id)]).toEqual([
    undefined,
    'after_talk',
    [],
  ]);
});

describe('what is infected', () => {
  test('is destroyed, told to its author, and stands in the audit; its patient hears nothing', async () => {
    const earlier = (await upload()).id;
    await work();
    const before = (await stored()).length;
    const { id } = await upload({ replaces: String(earlier), replaces_because: 'A value was wrong.' });
    expect((await stored()).length).toBe(before + 1);
    scanner.behaviour = says('stream: Eicar-Test-Signature FOUND');
    await work();
    expect((await stored()).length).toBe(before);
    expect(await find('-provider', id)).toMatchObject({ scan: 'infected', report: null, download: null });
    expect([await find('', id), await find('/waiting', id)]).toEqual([undefined, undefined]);
    expect(await told(id)).toEqual([['provider', 'report_refused']]);
    expect((await auditOf(v.t, id)).at(-1)).toMatchObject({
      actor_id: null,
      action: 'upload',
      outcome: 'refused',
      reason: 'infected',
      patient_id: null,
    });
    // It replaces nothing.
    expect([(await find('', earlier))?.replaced, await job()]).toEqual([null, []]);
    expect((await v.t.call(`POST /api/records/${id}/release/`, { as: v.provider.access })).status).toBe(409);
  });

  test('belongs to no row any more, so that a file which a crash has left is swept away', async () => {
    const { id } = await upload();
    const { rows } = await sql<{ file: string }>`select file from records where id = ${id}`.execute(v.t.db);
    const key = rows[0]?.file ?? '';
    expect([...(await filesOfRecords(v.t.db, [key]))]).toEqual([key]);
    await sql`update records set scan = 'infected' where id = ${id}`.execute(v.t.db);
    expect([...(await filesOfRecords(v.t.db, [key]))]).toEqual([]);
  });
});

test.skipIf(!hasClamd)("Debian's clamd: the one that it knows is refused, the other is given", async () => {
  const clamd = await startClamd();
  try {
    v.t.config.clamd = clamd.address;
    const bad = (await v.upload(pdf({ holds: eicar }))).body;
    const good = await upload();
    await clamd.stop();
    await work();
    expect([(await find('-provider', bad.id))?.scan, (await find('-provider', good.id))?.scan]).toEqual([
      'pending',
      'pending',
    ]);
    await clamd.start();
    await work();
    expect([(await find('-provider', bad.id))?.scan, (await find('-provider', good.id))?.scan]).toEqual([
      'infected',
      'clean',
    ]);
  } finally {
    await clamd.close();
  }
});
