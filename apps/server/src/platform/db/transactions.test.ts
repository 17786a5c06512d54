import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { afterCommit, inTransaction } from './transactions.ts';

let t: TestApp;
beforeAll(async () => void (t = await testApp()));
afterAll(() => t.close());

test('effects come after the commit, in their order, and see what was written', async () => {
  const seen: unknown[] = [];
  const answer = await inTransaction(t.db, async (tx) => {
    await sql`update specialities set "desc" = 'After commit' where id = (select min(id) from specialities)`.execute(
      tx,
    );
    afterCommit(tx, async () => {
      const { rows } = await sql`select "desc" from specialities where id = (select min(id) from specialities)`.execute(
        t.db,
      );
      seen.push(rows);
    });
    afterCommit(tx, () => seen.push('second'));
    expect(seen).toEqual([]);
    return 'done';
  });
  expect([answer, seen]).toEqual(['done', [[{ desc: 'After commit' }], 'second']]);
});

test('a transaction that is rolled back has no effects', async () => {
  const seen: string[] = [];
  const failing = inTransaction(t.db, async (tx) => {
    afterCommit(tx, () => seen.push('never'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(seen).toEqual([]);
});

test('a transaction that was begun otherwise takes no effects', async () => {
  const wrong = t.db.transaction().execute(async (tx) => afterCommit(tx, () => {}));
  await expect(wrong).rejects.toThrow('was not begun by inTransaction');
});
