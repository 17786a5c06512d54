import { appendFileSync, cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { asOwner, pastTriggers } from '../../../test/servers/owner.ts';
import { audit } from './append.ts';
import { auditFolder } from './signing-key.ts';
import { openSealer } from './seal.ts';
import { verifyAudit } from './verify.ts';

const minute = 60_000;
let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  folder = auditFolder(t.config.dataDir);
});
afterAll(() => t.close());
beforeEach(async () => {
  const tables = ['audit', 'audit_unsealed', 'audit_seals', 'audit_checkpoints'];
  await pastTriggers(t.db, ...tables.map((table) => `delete from ${table}`), 'alter sequence audit_ids restart');
  rmSync(t.config.dataDir, { recursive: true, force: true });
});

const seal = (options = {}) => openSealer(t.services)(options);
const verify = () => verifyAudit(t.db, { folder, now: t.clock.now() });

/** Rows a millisecond apart. */
async function write(count: number, db = t.db) {
  for (let n = 0; n < count; n++) {
    t.clock.move(1);
    const actor = { user_id: n + 1, session_id: '', role: 'patient' as const };
    await audit(db, { at: t.clock.now(), actor, action: 'view', record_id: n + 1, patient_id: 7, outcome: 'done' });
  }
}

/** Twenty sealed rows, with checkpoints at 5, 10, 15 and 20. */
async function twentyRows() {
  for (let n = 0; n < 4; n++) {
    await write(5);
    await seal();
    t.clock.move(minute);
  }
}

test('what nobody touched is as it was sealed, and a checkpoint is made once a minute', async () => {
  await twentyRows();
  expect(await verify()).toEqual({ rows: 20, dropped: 0, waiting: 0, checkpoints: 4, inFile: 4, wrong: undefined });
  await write(1);
  expect(await verify()).toMatchObject({ rows: 20, waiting: 1, wrong: undefined });
  await seal();
  await write(1);
  await seal();
  expect(await verify()).toMatchObject({ rows: 22, waiting: 0, checkpoints: 5, wrong: undefined });
  // A server that stops leaves nothing without one.
  await seal({ last: true });
  expect(await verify()).toMatchObject({ rows: 22, checkpoints: 6, inFile: 6, wrong: undefined });
});

const chain = 'audit_seals, audit_checkpoints';
const exchanged = (columns: string) => `
  update audit a set (${columns}) = (select ${columns} from audit b where b.id = 25 - a.id) where a.id in (8, 17)`;

test.each([
  ['edit', 8, 'a value of a row', ['update audit set record_id = 99 where id = 8']],
  ['edit', 8, 'when something was', [`update audit set at = at - interval '1 second' where id = 8`]],
  ['edit', 8, 'who did it, to nobody', ['update audit set actor_id = null where id = 8']],
  [
    'edit',
    8,
    'a row with the hash of it',
    ['update audit_seals set row_hash = sha256(row_hash) where seq = 8', 'delete from audit where id = 8'],
  ],
  ['delete', 8, 'a row', ['delete from audit where id = 8']],
  ['delete', 8, 'a row with its seal', ['delete from audit where id = 8', 'delete from audit_seals where seq = 8']],
  ['delete', 1, 'the first seals', ['delete from audit_seals where seq < 5']],
  ['delete', 10, 'a checkpoint', ['delete from audit_checkpoints where seq = 10']],
  ['swap', 8, 'what two rows say', [exchanged('actor_id, record_id')]],
  ['swap', 8, 'what two rows say, and when', [exchanged('at, actor_id, record_id')]],
  [
    'swap',
    8,
    'the numbers of two rows',
    ['update audit set id = -id where id in (8, 17)', 'update audit set id = 25 + id where id < 0'],
  ],
  [
    'swap',
    8,
    'two seals',
    [
      [8, 1000],
      [17, 8],
      [1000, 17],
    ].map(([from, to]) => `update audit_seals set seq = ${to} where seq = ${from}`),
  ],
  ['truncate', 18, 'the last rows', ['delete from audit where id >= 18']],
  [
    'truncate',
    18,
    'the last rows with all about them',
    ['audit where id', 'audit_seals where seq', 'audit_checkpoints where seq'].map((of) => `delete from ${of} >= 18`),
  ],
  ['truncate', 1, 'the audit', ['truncate audit']],
  ['truncate', 1, 'all of it', [`truncate audit, ${chain}`]],
  ...[3, 13].map(
    (id) =>
      [
        'rewrite',
        id + 2,
        `all, for the sake of row ${id}, and sealed with another key`,
        [
          `update audit set actor_id = 66 where id = ${id}`,
          `truncate ${chain}`,
          'insert into audit_unsealed (audit_id, audit_at) select id, at from audit',
        ],
      ] as const,
  ),
  ['add', undefined, 'a row', ["insert into audit (at, action, outcome) values (now(), 'view', 'done')"]],
  [
    'add',
    8,
    'a second row under the same number',
    ['insert into audit (id, at, action, outcome) select id, at, action, outcome from audit where id = 8'],
  ],
] as const)('found: %s at %s (%s)', async (kind, seq, _, statements) => {
  await twentyRows();
  await pastTriggers(t.db, ...statements);
  // Whoever rewrites has a key, but not this one, and another folder.
  if (kind === 'rewrite') {
    const config = { ...t.config, dataDir: join(t.config.dataDir, 'of-an-attacker') };
    await openSealer({ ...t.services, config })({ last: true });
  }
  expect((await verify()).wrong).toMatchObject({ kind, ...(seq === undefined ? {} : { seq }) });
});

test('a checkpoint that is signed by a key that is not known is none', async () => {
  await twentyRows();
  const [key = ''] =
    readFileSync(join(folder, 'checkpoints.jsonl'), 'utf8')
      .match(/"key_id":"(\w+)/)
      ?.slice(1) ?? [];
  rmSync(join(folder, `${key}.pem`));
  expect((await verify()).wrong).toMatchObject({ kind: 'rewrite', seq: 5 });
});

test('a key that was changed does not count against what the one before has signed', async () => {
  await twentyRows();
  rmSync(join(t.config.dataDir, 'audit-key'));
  await write(1);
  await seal({ last: true });
  expect(await verify()).toMatchObject({ rows: 21, checkpoints: 5, inFile: 5, wrong: undefined });
});

test('rows that are older than six years may be dropped with their month, younger ones may not', async () => {
  await twentyRows();
  await pastTriggers(t.db, 'delete from audit');
  expect((await verify()).wrong).toMatchObject({ kind: 'truncate', seq: 1 });
  t.clock.move(6 * 366 * 24 * 60 * minute);
  expect(await verify()).toMatchObject({ rows: 0, dropped: 20, wrong: undefined });
  await write(3);
  await seal();
  expect(await verify()).toMatchObject({ rows: 3, dropped: 20, checkpoints: 5, inFile: 5, wrong: undefined });
});

test('what waits too long for its seal, or for the file, is told', async () => {
  await twentyRows();
  await write(1);
  await pastTriggers(t.db, "update audit_unsealed set since = now() - interval '6 minutes'");
  expect((await verify()).wrong).toMatchObject({ kind: 'not sealed', row: 21 });
  await pastTriggers(t.db, 'delete from audit where id = 21');
  expect((await verify()).wrong).toMatchObject({ kind: 'delete', row: 21 });
  await pastTriggers(t.db, 'delete from audit_unsealed');
  rmSync(join(folder, 'checkpoints.jsonl'));
  expect((await verify()).wrong).toBeUndefined();
  t.clock.move(6 * minute);
  expect((await verify()).wrong).toMatchObject({ kind: 'not kept', seq: 5 });
  // The next time it is sealed, the file is as it was.
  await seal();
  expect(await verify()).toMatchObject({ checkpoints: 4, inFile: 4, wrong: undefined });
});

test('a line that a power cut has left unfinished is no checkpoint, and hinders none', async () => {
  await twentyRows();
  const path = join(folder, 'checkpoints.jsonl');
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, whole.slice(0, -40));
  await write(1);
  t.clock.move(minute);
  await seal();
  expect(await verify()).toMatchObject({ checkpoints: 5, inFile: 5, wrong: undefined });
  appendFileSync(path, '{"seq":');
  expect(await verify()).toMatchObject({ checkpoints: 5, inFile: 5, wrong: undefined });
});

test('a copy of the folder elsewhere serves as well, and nobody else reads the key', async () => {
  await twentyRows();
  const copy = join(t.config.dataDir, 'copy');
  cpSync(folder, copy, { recursive: true });
  await pastTriggers(t.db, `truncate audit, ${chain}`);
  rmSync(folder, { recursive: true });
  expect((await verifyAudit(t.db, { folder: copy, now: t.clock.now() })).wrong).toMatchObject({ kind: 'truncate' });
  expect(statSync(join(t.config.dataDir, 'audit-key')).mode & 0o777).toBe(0o600);
});

test('a row that is committed late comes after those that were committed before it', async () => {
  const late = await t.db.startTransaction().execute();
  await write(1, late);
  await write(3);
  await seal();
  expect(await verify()).toMatchObject({ rows: 3, wrong: undefined });
  await late.commit().execute();
  await seal();
  expect(await verify()).toMatchObject({ rows: 4, wrong: undefined });
  const { rows } = await sql`select audit_id from audit_seals order by seq`.execute(t.db);
  expect(rows).toEqual([2, 3, 4, 1].map((audit_id) => ({ audit_id })));
});

test('processes that seal at once, while many write, make one chain without a gap', async () => {
  const sealers = Array.from({ length: 4 }, () => openSealer(t.services));
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 10 }, () => write(3)));
    await Promise.all([...sealers.map((sealOnce) => sealOnce({ last: true })), write(10)]);
  }
  await seal({ last: true });
  const { wrong, rows, checkpoints, inFile } = await verify();
  expect([wrong, rows, inFile]).toEqual([undefined, 200, checkpoints]);
});

test.each(
  ['audit_seals', 'audit_checkpoints'].flatMap((table) => [
    `update ${table} set seq = seq`,
    `delete from ${table}`,
    `truncate ${table}`,
  ]),
)('neither the application nor, by mistake, the owner can %s', async (statement) => {
  await twentyRows();
  await expect(sql.raw(statement).execute(t.db)).rejects.toMatchObject({ code: '42501' });
  await expect(asOwner(t.db, statement)).rejects.toMatchObject({ code: '42501' });
});
