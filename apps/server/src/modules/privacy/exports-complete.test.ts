import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { makeExports } from '../../../test/fixtures/exports.ts';
import { ownerOf, report } from '../../../test/authorization/fixtures.ts';
import type { Somebody } from '../../../test/authorization/somebody.ts';
import { makeWorld, type World } from '../../../test/authorization/world.ts';
import { unzip } from '../../../test/oracles/unzip.ts';
import { storedFile } from '../../platform/files/files.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { askForExport } from './exports.ts';

// The exports of everybody in a world in which everybody has something of every kind, held against a walk over the database
// that knows nothing of the map: by the columns that lead to a person.

let t: TestApp;
let world: World;
let people: { name: string; id: number; data: Record<string, Record<string, unknown>[]>; text: string }[];

beforeAll(async () => {
  t = await testApp();
  world = await makeWorld(t, await ownerOf(t));
  const askers = [...world.askers.values()].filter(({ user_id }) => user_id > 0);
  for (const { user_id } of askers) {
    await t.db.transaction().execute((tx) => askForExport(tx, { user_id, session_id: '' } as Actor, t.clock.now()));
  }
  await makeExports(t);
  people = await Promise.all(askers.map(unpacked));
}, 120_000);
afterAll(() => t.close());

async function unpacked({ name, user_id: id }: Somebody) {
  const { rows } = await sql<{ file: string }>`select file from exports where user_id = ${id}`.execute(t.db);
  const chunks = await (await t.files.open(await storedFile(t.db, rows[0]?.file as string, id))).read().toArray();
  const zip = await unzip(Buffer.concat(chunks as Buffer[]));
  return { name, id, data: await zip.json('data.json'), text: await zip.all() };
}

/** The columns of each table that lead to a person: by a reference, or, in the audit, which has none, by their names. */
async function columnsOfPeople() {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column"
    from pg_constraint f join pg_class c on c.oid = f.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = any('{users,providers,schedules}'::regclass[]) and not c.relispartition
    union select 'users', 'id' union select 'audit', 'actor_id'`.execute(t.db);
  return rows;
}

/** What leads to a person and is not theirs to have. */
const notGiven: Record<string, string> = {
  'blocks.blocked_id': 'who blocks somebody stays unknown to them',
  'waits.provider_id': 'who waits for a provider is the business of who waits',
  'file_keys.owner_id': 'keys open files',
};
/** Of which not every row is given, and which. */
const narrower: Record<string, string> = {
  'records.patient_id': "release_at <= $1 and scan in ('unscanned', 'clean')",
  'moderated.author_id': 'exists (select from moderation_decisions d where d.moderated_id = t.id)',
};

test('every row that leads to a person is in their export', async ({ task }) => {
  let [wanted, found] = [0, 0];
  const short: string[] = [];
  for (const { table, column } of await columnsOfPeople()) {
    const place = `${table}.${column}`;
    if (place in notGiven) continue;
    for (const { name, id, data } of people) {
      const some = narrower[place]?.replaceAll('$1', `'${t.clock.now().toISOString()}'`) ?? 'true';
      const { rows } = await sql<{ id: unknown }>`select ${sql.raw(table === 'audit' ? 't.id' : '1')} as id
        from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${id} and ${sql.raw(some)}
        ${sql.raw(table === 'audit' ? `and t.patient_id is distinct from ${id}` : '')}`.execute(t.db);
      wanted += rows.length;
      const given = data[table]?.length ?? 0;
      found += Math.min(given, rows.length);
      if (given < rows.length) short.push(`${place} of ${name}: ${given} of ${rows.length}`);
    }
  }
  report(task, { rows: wanted, recall: found / wanted });
  expect(short).toEqual([]);
  expect(wanted).toBeGreaterThan(300);
});

/** What a person wrote about themselves or for others, whatever the map says of it. */
const written = [
  ['profiles', 'user_id', ['name', 'about', 'phone']],
  ['providers', 'user_id', ['name', 'address', 'phone', 'about', 'registration_number', 'council', 'suspended_reason']],
  ['users', 'id', ['username', 'email']],
  ['appointments', 'patient_id', ['problem', 'reason']],
  ['waits', 'patient_id', ['problem']],
  ['blogs', 'author_id', ['title', 'content', 'hidden_reason']],
  ['questions', 'user_id', ['problem', 'hidden_reason']],
  ['answers', 'user_id', ['comment', 'hidden_reason']],
  ['messages', 'author_id', ['content', 'hidden_reason']],
  ['reports', 'reporter_id', ['note']],
  ['appeals', 'author_id', ['text', 'answer']],
  ['leaves', 'provider_id', ['reason']],
  ['passkeys', 'user_id', ['name']],
  ['push_devices', 'user_id', ['device']],
] as const;

/** What is kept of a person and no page shows them any more: what was taken back, and devices that were signed out. */
async function ownUntold(id: number) {
  const { rows } = await sql<{ own: string }>`
    select id::text as own from notifications where user_id = ${id} and not shown
    union all select unnest(array[d.id::text, d.device]) from push_devices d join sessions s on s.id = d.session_id
    where d.user_id = ${id} and s.ended_at is not null`.execute(t.db);
  return rows.map(({ own }) => own);
}

test('every text that a person wrote is in their export, and nothing that is told to others alone', async ({
  task,
}) => {
  let [wanted, canaries] = [0, 0];
  const [lost, leaks]: [string[], string[]] = [[], []];
  for (const { name, id, data, text } of people) {
    const values = new Set(
      Object.values(data)
        .flatMap((rows) => (Array.isArray(rows) ? rows : []))
        .flatMap((row) => Object.values(row)),
    );
    for (const [table, column, texts] of written) {
      const { rows } = await sql<Record<string, string | null>>`
        select ${sql.join(texts.map((one) => sql.ref(one)))} from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(
        t.db,
      );
      for (const row of rows) {
        for (const value of Object.values(row)) {
          if (value === null) continue;
          wanted += 1;
          if (/kestrel/.test(value)) canaries += 1;
          if (!values.has(value)) lost.push(`${table} of ${name}: ${value}`);
        }
      }
    }
    const untold = await ownUntold(id);
    for (const leak of world.canaries.leaksIn(text, name)) {
      if (!untold.some((own) => leak.endsWith(`(${own})`))) leaks.push(`${name}: ${leak}`);
    }
  }
  const precision = wanted / (wanted + leaks.length);
  report(task, { texts: wanted, canaries, lost: lost.length, leaks: leaks.length, precision });
  expect({ lost, leaks }).toEqual({ lost: [], leaks: [] });
  expect(canaries).toBeGreaterThan(60);
});
