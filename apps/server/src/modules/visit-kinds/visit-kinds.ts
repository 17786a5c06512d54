import type { BodyOf } from '@carecommons/contract/endpoint';
import type { PublicVisitKind, saveVisitKinds as form, VisitKind } from '@carecommons/contract/visit-kinds';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { providerProfiles, setFees } from '../providers/providers.ts';
import { type ProviderSchedule, setVisitMinutes, visitMinutes } from '../schedules/schedules.ts';

/** A kind as it is booked, with the length and the fee that hold now. */
export interface OfferedKind extends VisitKind {
  retired: boolean;
}

// Of the kind `k` of a provider `p`.
const fields = sql`'id', k.id, 'name', k.name, 'minutes', coalesce(k.minutes, ${visitMinutes}), 'fee', coalesce(k.fee, p.fees),
  'who_may_book', k.who_may_book, 'confirmation', k.confirmation`;
const ownFields = sql`${fields}, 'buffer_after', k.buffer_after, 'video_url', k.video_url`;

/** A kind of the provider `p` of a statement as one column, also a retired one; without an id, the first. Null if there is none. */
export const kindOf = (id: number | null | undefined) => sql<OfferedKind | null>`(
  select json_build_object(${ownFields}, 'retired', k.retired_at is not null) from visit_kinds k
  where k.provider_id = p.user_id and ${typeof id === 'number' ? sql`k.id = ${id}` : sql`k.position = 1`})`;

/** The kinds that patients can book with the provider `p` of a statement, in order, as one column. */
export const publicKinds = sql<PublicVisitKind[]>`(
  select coalesce(json_agg(json_build_object(${fields}, 'by_video', k.video_url is not null) order by k.position), '[]')
  from visit_kinds k where k.provider_id = p.user_id and k.position is not null and k.who_may_book <> 'staff')`;

/** The schedule as it holds for visits of a kind. */
export function scheduleFor(schedule: ProviderSchedule, kind: OfferedKind | null): ProviderSchedule {
  if (kind === null) return schedule;
  return { ...schedule, visit_minutes: kind.minutes, buffer_after: kind.buffer_after ?? schedule.buffer_after };
}

/** The actor's kinds of visit, in order. Throws `not_allowed`. */
export async function listVisitKinds(db: Db, actor: Actor): Promise<VisitKind[]> {
  const { rows } = await sql<{ kinds: VisitKind[] }>`
    select (select coalesce(json_agg(json_build_object(${ownFields}) order by k.position), '[]')
      from visit_kinds k where k.provider_id = p.user_id and k.position is not null) as kinds
    from ${providerProfiles} p where p.user_id = ${actor.user_id}`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_allowed');
  return rows[0].kinds;
}

/**
 * Saves the actor's kinds of visit, whole and in this order. What is left out is deleted, or retired if there are visits of it.
 * The fee and the length of the first are those of the profile and of the schedule. Throws `not_allowed`, 400 naming `kinds`.
 */
export async function saveVisitKinds(tx: Tx, actor: Actor, { kinds }: BodyOf<typeof form>, now: Date) {
  const [first] = kinds;
  if (first === undefined) throw invalidField('kinds', 'Please keep at least one kind of visit.');
  // Whoever saves at the same time waits here.
  await setVisitMinutes(tx, actor, undefined, now);
  const before = await listVisitKinds(tx, actor);
  const given = kinds.map((kind, index) => ({ ...kind, position: index + 1 }));
  const unknown = given.find(({ id }) => id !== null && !before.some((one) => one.id === id));
  if (unknown !== undefined) {
    const field = `kinds.${unknown.position - 1}.id`;
    throw invalidField(field, 'This kind of visit is no longer in your list. Please load the page again.');
  }
  for (const kind of before) if (!kinds.some(({ id }) => id === kind.id)) await removeKind(tx, actor, kind, now);
  const stored = JSON.stringify(
    given.map((kind) => (kind.position === 1 ? { ...kind, minutes: null, fee: null } : kind)),
  );
  const rows = sql`jsonb_to_recordset(${stored}::jsonb) as given (id int, position smallint, name text, minutes smallint,
    fee int, buffer_after smallint, video_url text, who_may_book text, confirmation text)`;
  await sql`
    update visit_kinds k set position = given.position, name = given.name, minutes = given.minutes, fee = given.fee,
      buffer_after = given.buffer_after, video_url = given.video_url, who_may_book = given.who_may_book,
      confirmation = given.confirmation
    from ${rows} where k.id = given.id and k.provider_id = ${actor.user_id}`.execute(tx);
  await sql`
    insert into visit_kinds (provider_id, position, name, minutes, fee, buffer_after, video_url, who_may_book, confirmation)
    select ${actor.user_id}, given.position, given.name, given.minutes, given.fee, given.buffer_after, given.video_url,
      given.who_may_book, given.confirmation
    from ${rows} where given.id is null order by given.position`.execute(tx);
  await setVisitMinutes(tx, actor, first.minutes, now);
  await setFees(tx, actor.user_id, first.fee);
  return await listVisitKinds(tx, actor);
}

/** Deletes a kind, or retires it if there are visits of it. */
async function removeKind(tx: Tx, actor: Actor, { id, minutes, fee }: VisitKind, now: Date) {
  await sql`savepoint removal`.execute(tx);
  try {
    await sql`delete from visit_kinds where id = ${id} and provider_id = ${actor.user_id}`.execute(tx);
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error;
    await sql`rollback to savepoint removal`.execute(tx);
    await sql`
      update visit_kinds set position = null, retired_at = ${now}, minutes = ${minutes}, fee = ${fee}
      where id = ${id} and provider_id = ${actor.user_id}`.execute(tx);
  }
  await sql`release savepoint removal`.execute(tx);
}
