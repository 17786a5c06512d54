import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import type { BenchData } from './calls.ts';

// One prepared statement each, which reads what the product's call answers; the result is sent unchanged.

/** The ids to read, and the patient of the visits. */
export type CalibratorData = BenchData & { patient: number };

export function registerReads(
  app: FastifyInstance,
  db: Db,
  { provider, blogs, question, rooms, patient }: CalibratorData,
) {
  const [blog] = blogs;
  const [room] = rooms;
  const reader = provider;

  const statements: Record<string, RawBuilder<unknown>> = {
    row: sql`select user_id, name, address, phone, experience, fees, education, about, city, languages, time_zone,
      registration_number, council, verified_at from providers where user_id = ${provider}`,
    upcoming: sql`select a.id, a.starts_at, a.ends_at, a.time_zone, a.problem, a.status, a.requested_at, a.proposed_by, a.offered,
        a.moves_id, a.moved_to_id, a.reason, a.ended_by, a.expires_at, a.undo_until, a.cancel_minutes, a.move_minutes,
        n.id as proposal_id, n.starts_at as proposed_start, n.proposed_by as proposal_by,
        p.user_id as provider, p.name, p.phone, p.fees, p.address, p.suspended_at, d.disabled_at,
        u.id as patient, u.username, f.name as patient_name, f.phone as patient_phone
      from appointments a join providers p on p.user_id = a.provider_id join users d on d.id = a.provider_id
        join users u on u.id = a.patient_id left join profiles f on f.user_id = a.patient_id
        left join appointments n on n.moves_id = a.id and n.status = 'requested'
      where a.patient_id = ${patient} and a.status in ('requested', 'approved') and a.ends_at > now()
        and a.starts_at > now() - interval '1 day'
      order by a.starts_at, a.id limit 51`,
    article: sql`select b.id, b.title, b.body, u.id as author_id, u.username, p.name, p.education, b.likes_count, b.created_at,
        b.updated_at, exists (select from blog_likes l where l.blog_id = b.id and l.user_id = ${reader}) as liked
      from blogs b join users u on u.id = b.author_id left join providers p on p.user_id = b.author_id
      where b.id = ${blog} and b.deleted_at is null and b.hidden_at is null`,
    answers: sql`select a.id, a.comment, a.user_id, a.created_at, u.username, p.name, p.verified_at
      from answers a join users u on u.id = a.user_id left join providers p on p.user_id = a.user_id
      where a.question_id = ${question} and a.hidden_at is null order by a.created_at, a.id limit 51`,
    search: sql`select q.id, q.problem, q.user_id, u.username, q.comment_count, q.created_at, q.edited_at
      from questions q join users u on u.id = q.user_id
      where q.hidden_at is null and q.search like '%blood%' and q.search like '%pressure%'
      order by q.created_at desc, q.id desc limit 51`,
    rooms: sql`select r.id, r.name, r.description, s.seq, o.seq as read_seq,
        (select sum(d.people) from room_days d where d.room_id = r.id and d.day > current_date - 30) as member_count
      from rooms r join room_sequences s on s.room_id = r.id
        left join room_reads o on o.room_id = r.id and o.user_id = ${reader}
      order by r.id desc limit 51`,
    messages: sql`select m.id, m.room_id, m.seq, m.content, m.created_at, m.author_id, u.username, m.client_id
      from messages m join users u on u.id = m.author_id
      where m.room_id = ${room} and m.hidden_at is null order by m.seq desc limit 51`,
    'messages-after': sql`select m.id, m.room_id, m.seq, m.content, m.created_at, m.author_id, u.username, m.client_id
      from messages m join users u on u.id = m.author_id
      where m.room_id = ${room} and m.hidden_at is null and m.seq > ${40} order by m.seq limit 51`,
  };

  for (const [name, statement] of Object.entries(statements)) {
    app.get(`/${name}/`, async () => (await statement.execute(db)).rows);
  }
}
