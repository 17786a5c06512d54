import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/servers/app.ts';
import { toProblem } from '../errors/errors.ts';

let t: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test('a database that goes away in the middle of a transaction fails that transaction and nothing else', async () => {
  const lost = t.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const pid = rows[0]?.pid ?? 0;
    await sql`select pg_terminate_backend(${pid})`.execute(t.db);
    // Nothing is being asked while the connection dies: nobody but a listener of its own would hear of it.
    await expect
      .poll(async () => (await sql`select from pg_stat_activity where pid = ${pid}`.execute(t.db)).rows.length)
      .toBe(0);
    await sql`select 1`.execute(tx);
  });
  // The driver may hear of it as the database's word, as the socket's, or not before it asks: to people it is one.
  expect(await lost.catch(toProblem)).toMatchObject({ code: 'busy' });
  expect((await sql`select 1 as one`.execute(t.db)).rows).toEqual([{ one: 1 }]);
});
