import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signUp } from '../../../test/fixtures/factories.ts';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { makePartitions } from './partitions.ts';

let t: TestApp;
beforeEach(async () => {
  t = await testApp();
});
afterEach(() => t.close());

const parts = async (parent: string) => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = ${parent}::regclass order by 1`.execute(
    t.db,
  );
  return rows.map(({ name }) => name);
};
/** The names of months, from this one on. */
const months = (parent: string, from: Date, ...ahead: number[]) =>
  ahead.map((n) => {
    const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + n)).toISOString();
    return `${parent}_${month.slice(0, 7).replace('-', '_')}`;
  });
const where = async (table: 'notifications' | 'audit', at: Date) => {
  const { rows } = await sql<{ part: string }>`
    select tableoid::regclass::text as part from ${sql.table(table)}
    where ${sql.ref(table === 'audit' ? 'at' : 'created_at')} = ${at}`.execute(t.db);
  return rows.map(({ part }) => part);
};
const yearsOn = (years: number) => new Date(Date.UTC(new Date().getUTCFullYear() + years, 4, 15));

async function write(at: Date) {
  const { user_id } = await signUp(t);
  await sql`insert into notifications (user_id, kind, created_at) values (${user_id}, 'password_changed', ${at})`.execute(
    t.db,
  );
  await sql`insert into audit (at, action, outcome) values (${at}, 'view', 'done')`.execute(t.db);
}

test('the months to come are there before they begin, for as long as the server runs', async () => {
  const now = new Date();
  expect(await parts('notifications')).toEqual([
    ...months('notifications', now, 1, 2, 3),
    'notifications_before',
    'notifications_other',
  ]);
  // Past the months of the audit that its migration made.
  const later = yearsOn(9);
  await makePartitions(t.db, later);
  for (const table of ['notifications', 'audit'] as const) {
    const names = await parts(table);
    expect(names).toEqual(expect.arrayContaining(months(table, later, -12, 0, 1, 2, 3)));
    expect(names).not.toContain(months(table, later, 4)[0]);
  }
  await write(later);
  expect(await where('notifications', later)).toEqual(months('notifications', later, 0));
  expect(await where('audit', later)).toEqual(months('audit', later, 0));
  const before = await parts('audit');
  await Promise.all([1, 2, 3].map(() => makePartitions(t.db, later)));
  expect(await parts('audit')).toEqual(before);
});

test('what was written while nobody made months is kept, found, and in nobody’s way', async () => {
  const late = yearsOn(8);
  await write(late);
  expect(await where('notifications', late)).toEqual(['notifications_other']);
  expect(await where('audit', late)).toEqual(['audit_other']);
  await makePartitions(t.db, late);
  for (const table of ['notifications', 'audit'] as const) {
    expect(await where(table, late)).toEqual([`${table}_other`]);
    const names = await parts(table);
    expect(names).not.toContain(months(table, late, 0)[0]);
    expect(names).toEqual(expect.arrayContaining(months(table, late, -1, 1, 2, 3)));
  }
});

test('what the audit makes is as closed as the rest of it', async () => {
  const late = yearsOn(9);
  await makePartitions(t.db, late);
  await write(late);
  const [part] = months('audit', late, 0);
  for (const change of [`truncate ${part}`, `delete from ${part}`, `update audit set action = 'edit'`]) {
    await expect(asOwner(t.db, change)).rejects.toThrow('audit rows are never changed');
  }
  await expect(sql`select from ${sql.table(part as string)}`.execute(t.db)).rejects.toMatchObject({ code: '42501' });
});

test('the application makes partitions of these two tables alone, and not for ever', async () => {
  await expect(sql`select make_partitions('messages', now())`.execute(t.db)).rejects.toMatchObject({ code: '42501' });
  await sql`select make_partitions('audit', 'infinity')`.execute(t.db);
  expect((await parts('audit')).length).toBeLessThan(12 * 11 + 2);
});

test('what is in use for long is not waited for', async () => {
  await t.db.transaction().execute(async (tx) => {
    await sql`select from notifications limit 1`.execute(tx);
    await expect(makePartitions(t.db, yearsOn(1))).rejects.toMatchObject({ code: '55P03' });
  });
});
