import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/servers/app.ts';
import { type Person, signUp } from '../../../test/fixtures/factories.ts';
import { asOwner } from '../../../test/servers/owner.ts';
import { plansOf } from '../../../test/oracles/plans.ts';

// With a hundred thousand people and as many rows of the audit, each list is still read from an index.

const many = 100_000;
let t: TestApp;
let administrator: Person;
beforeAll(async () => {
  t = await testApp();
  administrator = await signUp(t, { username: 'root', grants: ['administrator'] });
  const { user_id: root } = administrator;
  await sql`
    insert into users (username, email, password_hash, role, created_at, password_changed_at)
    select 'Person.' || n, 'mail' || (${many}::int - n) || '@example.org', '', 'patient', ${t.clock.now()}, ${t.clock.now()}
    from generate_series(1, ${many}::int) n`.execute(t.db);
  await sql`
    insert into grants (user_id, name, granted_at) select id, 'moderator', ${t.clock.now()} from users
    where id % 5000 = 0`.execute(t.db);
  await sql`
    insert into audit (at, actor_id, action, patient_id, record_id, outcome)
    select ${t.clock.now()}::timestamptz - n * interval '1 minute', ${root}::int + n % 1000, 'view', ${root}::int + n % 777, n, 'done'
    from generate_series(1, ${many}::int) n`.execute(t.db);
  await sql`
    insert into audit (at, actor_id, action, item_kind, item_id, outcome)
    select ${t.clock.now()}::timestamptz - n * interval '1 day', ${root}::int, 'grant', 'user', ${root}::int + n, 'done'
    from generate_series(1, 50) n`.execute(t.db);
  await asOwner(t.db, 'vacuum analyze');
}, 120_000);
afterAll(() => t.close());

test.each([
  ['/users/', /from users\) u/, 'users_by_name'],
  ['/users/?q=person.77', /from users\) u/, 'users_by_name'],
  ['/users/?q=mail77', /from users\) u/, 'users_by_email'],
  ['/users/?grant=moderator', /from users\) u/, 'grants_by_name|grants'],
  ['/audit/', /from audit/, 'at_idx'],
  ['/audit/?username=root', /from audit/, 'actor_id_at_idx'],
  ['/audit/?username=person.77', /from audit/, 'actor_id_at_idx'],
  ['/audit/?action=grant', /from audit/, 'action_at_idx'],
  ['/audit/?username=root&action=grant', /from audit/, 'at_idx'],
])('%s is read from an index', async (path, reads, index) => {
  const line = `GET /api/admin${path}`;
  const first = await t.call(line, { as: administrator.access });
  expect(first.status).toBe(200);
  const next = /<(.+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1];
  for (const page of [line, ...(next === undefined ? [] : [`GET ${next}`])]) {
    const { answer, plans } = await plansOf(t, page, { as: administrator.access, reads });
    expect(answer.body.length).toBeGreaterThan(0);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.join('\n')).toMatch(new RegExp(index));
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on (users|audit_\w+) .*rows=\d{4}/);
      expect(plan).not.toContain('audit_2030');
    }
  }
});

test('what is counted by day reads the last days of each table alone', async () => {
  const provider = await signUp(t, { role: 'healthcare_provider' });
  // Written in their order, as rows come about; each is held against all others, which takes its time.
  for (let first = many; first > 0; first -= 5000) {
    await sql`
      insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status,
        requested_at, decided_at)
      select ${provider.user_id}::int, ${administrator.user_id}::int, at, at + interval '5 minutes', 'Asia/Kolkata',
        tstzrange(at, at + interval '5 minutes'), 'One of many.', 'completed', at, at
      from generate_series(${first}::int, ${first - 4999}::int, -1) n,
        lateral (select ${t.clock.now()}::timestamptz - n * interval '15 minutes' as at) times`.execute(t.db);
  }
  // In pieces, as a slow machine would take longer for all than a statement may.
  for (let first = many; first > 0; first -= 10_000) {
    await sql`
      insert into messages (room_id, seq, author_id, client_id, content, created_at)
      select 1, 1000 + ${many}::int - n, ${administrator.user_id}::int, gen_random_uuid(), 'One of many.',
        ${t.clock.now()}::timestamptz - n * interval '15 minutes'
      from generate_series(${first}::int, ${first - 9999}::int, -1) n`.execute(t.db);
  }
  await asOwner(t.db, 'vacuum analyze');
  const { answer, plans } = await plansOf(t, 'GET /api/admin/activity/', {
    as: administrator.access,
    reads: /group by 1/,
  });
  expect(answer.body.counts.visits_requested.slice(1, -1)).toEqual(Array.from({ length: 28 }, () => 96));
  expect(answer.body.counts.messages.slice(1, -1)).toEqual(Array.from({ length: 28 }, () => 96));
  expect(plans).toHaveLength(6);
  expect(plans.join('\n')).toMatch(/appointments_requested[^]*appointments_decided[^]*messages_\d_created_at_idx/);
  expect(plans.join('\n')).not.toMatch(/Seq Scan on (appointments|messages_\d) .*rows=\d{4}/);
}, 120_000);
