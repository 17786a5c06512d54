import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { readMarkdown } from '../apps/server/src/platform/content/markdown.ts';

// The statements of the product's writes, written by hand.

export function registerWrites(app: FastifyInstance, db: Db) {
  app.post('/booking/', async (request, reply) => {
    const wanted = request.body as {
      user: number;
      healthcare_provider: number;
      appointment_datetime: string;
      problem: string;
    };
    const { user, healthcare_provider: provider, problem } = wanted;
    const start = new Date(wanted.appointment_datetime);
    const end = new Date(start.getTime() + 30 * 60_000);
    const now = new Date();
    reply.status(201);
    return await db.transaction().execute(async (tx) => {
      await sql`select exists (select from profiles where user_id = ${user}) as has_profile,
        (select time_zone from providers where user_id = ${provider} and listed) as zone`.execute(tx);
      await sql`select 1 from appointments where provider_id = ${provider} and status in ('requested', 'approved')
        and held && tstzrange(${start}, ${end}) limit 1`.execute(tx);
      await sql`select pg_advisory_xact_lock(hashtext('requests of a patient'), ${user})`.execute(tx);
      await sql`select count(*) filter (where provider_id = ${provider}) as with_one, count(*) as in_all
        from appointments where patient_id = ${user} and status = 'requested' and starts_at > ${now}`.execute(tx);
      const { rows } = await sql<{ id: number }>`
        insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
        select ${provider}::int, ${user}::int, ${start}::timestamptz, ${end}::timestamptz, 'Asia/Kolkata',
          tstzrange(${start}, ${end}), ${problem}::text, 'requested', ${now}::timestamptz
        where pg_advisory_xact_lock(hashtext('time of a provider'), ${provider}) is not null returning id`.execute(tx);
      const made =
        await sql`select a.id, a.starts_at, a.ends_at, a.problem, a.status, p.name, p.phone, p.fees, p.address, f.name as patient
        from appointments a join providers p on p.user_id = a.provider_id left join profiles f on f.user_id = a.patient_id
        where a.id = ${rows[0]?.id}`.execute(tx);
      return made.rows[0];
    });
  });

  app.post('/message/', async (request, reply) => {
    const { room, author, content, client_id } = request.body as Record<string, string>;
    reply.status(201);
    const { rows } = await sql`
      with next as (update room_sequences set seq = seq + 1 where room_id = ${room} returning seq)
      insert into messages (room_id, seq, author_id, client_id, content, created_at)
      select ${room}::integer, seq, ${author}::integer, ${client_id}::uuid, ${content}, ${new Date()}::timestamptz from next
      returning id, seq, client_id`.execute(db);
    return { ...(rows[0] as object), content };
  });

  app.post('/like/', async ({ body }) => {
    const { blog, user } = body as Record<string, number>;
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ likes_count: number }>`
        select likes_count from blogs where id = ${blog} and deleted_at is null and hidden_at is null for update`.execute(
        tx,
      );
      await sql`insert into blog_likes (blog_id, user_id, liked_at) values (${blog}, ${user}, ${new Date()})
        on conflict do nothing`.execute(tx);
      await sql`update blogs set likes_count = likes_count + 1 where id = ${blog}`.execute(tx);
      return { likes_count: rows[0]?.likes_count, liked: true };
    });
  });

  app.post('/question/', async (request, reply) => {
    const { user, problem } = request.body as { user: number; problem: string };
    const words = problem
      .toLowerCase()
      .split(/\W+/)
      .filter(({ length }) => length > 2);
    reply.status(201);
    return await db.transaction().execute(async (tx) => {
      await sql`insert into question_words select unnest(${words}::text[]) on conflict do nothing`.execute(tx);
      const { rows } = await sql<{ id: number }>`insert into questions (user_id, problem, search, created_at)
        values (${user}, ${problem}, ${words.join(' ')}, ${new Date()}) returning id`.execute(tx);
      const made = await sql`select q.id, q.problem, q.user_id, u.username, q.comment_count, q.created_at
        from questions q join users u on u.id = q.user_id where q.id = ${rows[0]?.id}`.execute(tx);
      return made.rows[0];
    });
  });

  // With the same processing of the text, which takes most of the time.
  app.post('/publish/', async (request, reply) => {
    const { user, title, content } = request.body as { user: number; title: string; content: string };
    const { body, words } = readMarkdown(content);
    const now = new Date();
    reply.status(201);
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into blogs (author_id, title, content, body, excerpt, created_at, updated_at)
        values (${user}, ${title}, ${content}, ${body}, ${words.slice(0, 300)}, ${now}, ${now}) returning id`.execute(
        tx,
      );
      const made = await sql`select b.id, b.title, b.body, u.username, p.name, b.likes_count, b.created_at
        from blogs b join users u on u.id = b.author_id left join providers p on p.user_id = b.author_id
        where b.id = ${rows[0]?.id}`.execute(tx);
      return made.rows[0];
    });
  });
}
