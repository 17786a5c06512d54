import { notificationTopics, type NotificationTopic } from '@carecommons/contract/notification-rules';
import type { NotificationChoices, QuietHours } from '@carecommons/contract/notifications';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { invalidField } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { people } from '../accounts/accounts.ts';

type Choice = NotificationChoices['topics'][number];

/** The actor's notification settings: the channels for each topic, and the quiet hours. */
export async function getChoices(db: Db, actor: Actor): Promise<NotificationChoices> {
  const saved = await sql<Choice>`
    select topic, in_app, email, push from notification_choices where user_id = ${actor.user_id}`.execute(db);
  const quiet = await sql<QuietHours>`
    select to_char(begins, 'HH24:MI') as "from", to_char(ends, 'HH24:MI') as "to", time_zone
    from quiet_hours where user_id = ${actor.user_id}`.execute(db);
  const confirmed = await sql`
    select 1 from ${people} account where id = ${actor.user_id} and email_verified_at is not null`.execute(db);
  const of = (topic: NotificationTopic) => saved.rows.find((row) => row.topic === topic);
  return {
    topics: notificationTopics.map((topic) => of(topic) ?? { topic, in_app: true, email: true, push: true }),
    quiet_hours: quiet.rows[0] ?? null,
    email_confirmed: confirmed.rows.length > 0,
  };
}

/** Saves the channels for one topic. */
export async function choose(tx: Tx, actor: Actor, { topic, in_app, email, push }: Choice) {
  await sql`
    insert into notification_choices (user_id, topic, in_app, email, push)
    values (${actor.user_id}, ${topic}, ${in_app}, ${email}, ${push})
    on conflict (user_id, topic) do update
    set in_app = excluded.in_app, email = excluded.email, push = excluded.push`.execute(tx);
}

/** Saves the actor's quiet hours. Throws 400 naming `time_zone` for one that the database does not know. */
export async function setQuietHours(tx: Tx, actor: Actor, { from, to, time_zone }: QuietHours) {
  const known = await sql`select 1 from pg_timezone_names where name = ${time_zone}`.execute(tx);
  if (known.rows.length === 0) throw invalidField('time_zone', 'Please choose a time zone, such as Asia/Kolkata.');
  await sql`
    insert into quiet_hours (user_id, begins, ends, time_zone) values (${actor.user_id}, ${from}, ${to}, ${time_zone})
    on conflict (user_id) do update
    set begins = excluded.begins, ends = excluded.ends, time_zone = excluded.time_zone`.execute(tx);
}

/** Removes the actor's quiet hours. */
export async function endQuietHours(tx: Tx, actor: Actor) {
  await sql`delete from quiet_hours where user_id = ${actor.user_id}`.execute(tx);
}

const local = sql`${sql.ref('at.moment')} at time zone q.time_zone`;
const overMidnight = sql`q.begins > q.ends and (${local})::time >= q.begins`;

/**
 * When the quiet hours that contain a moment end; null outside of quiet hours. For queries that join `quiet_hours q` and have
 * the moment as `at.moment`. An end inside a skipped hour (daylight saving) moves forward; of a repeated one, the second counts.
 */
export const quietUntil = sql<Date | null>`case
  when q.user_id is null then null
  when q.begins < q.ends and not ((${local})::time >= q.begins and (${local})::time < q.ends) then null
  when q.begins > q.ends and not ((${local})::time >= q.begins or (${local})::time < q.ends) then null
  else ((${local})::date + case when ${overMidnight} then 1 else 0 end + q.ends) at time zone q.time_zone end`;
