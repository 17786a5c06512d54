import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { plansOf } from '../../../test/oracles/plans.ts';

// Messages and what of them is unread are read from an index, however much was said in whatever room.

const each = 6000;
let t: TestApp;
let reader: Person;
beforeAll(async () => {
  t = await testApp();
  reader = await signUp(t);
  const others = [await signUp(t), await signUp(t)];
  await sql`
    insert into messages (room_id, seq, author_id, client_id, content, created_at)
    select r.id, n, (${others.map(({ user_id }) => user_id)}::int[])[1 + n % 2], gen_random_uuid(), 'Said.', ${t.clock.now()}
    from rooms r, generate_series(1, ${each}::int) n`.execute(t.db);
  await sql`update room_sequences set seq = ${each}`.execute(t.db);
  await sql`
    insert into room_reads (user_id, room_id, seq, read_at)
    select ${reader.user_id}::int, id, ${each - 5}::int, ${t.clock.now()}::timestamptz from rooms`.execute(t.db);
  await asOwner(t.db, 'vacuum analyze');
}, 120_000);
afterAll(() => t.close());

test.each(['/apis/messages/1/', '/apis/messages/1/?after=3000', '/apis/chat-rooms/', '/apis/chat-rooms/1/'])(
  '%s reads messages from an index',
  async (path) => {
    const { answer, plans } = await plansOf(t, `GET ${path}`, { as: reader.access, reads: /from messages/ });
    expect(answer.status).toBe(200);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).toMatch(/Index (Only )?Scan (Backward )?using messages_\d_pkey/);
      expect(plan).not.toMatch(/(Seq|Bitmap Heap) Scan on messages_\d m_?\d? .*rows=\d{3}/);
    }
  },
);

test('and counts what is unread', async () => {
  const { body } = await t.call('GET /apis/chat-rooms/1/', { as: reader.access });
  expect(body).toMatchObject({ seq: each, read_seq: each - 5, unread_count: 5 });
});
