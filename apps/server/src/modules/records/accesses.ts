import type { RecordList } from '@carecommons/contract/administration-rules';
import { type RecordAccess, recordActions, recordDefaults, recordRefusals } from '@carecommons/contract/records';
import { sql } from 'kysely';
import { audit, auditRows } from '../../platform/audit/audit.ts';
import { type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { basicProfiles, people } from '../accounts/accounts.ts';
import { providerProfiles } from '../providers/providers.ts';
import { isReleased } from './visible.ts';

/** Where the previous page ended: the time, in microseconds since 1970, and the number of the row. */
type Cursor = readonly [number, number];

interface ListQuery {
  limit: number;
  after?: Cursor | undefined;
  /** Only for this report. */
  record?: number | undefined;
}

type AccessRow = Omit<RecordAccess, 'refusal'> & RowOf<'audit', 'reason'> & { microseconds: number };

/**
 * A page of who opened reports about the actor, or tried to with a genuine link, newest first. Forged and guessed links open
 * nothing and are not listed: anybody could fill the list with them. A refused person who is neither the patient nor the author
 * stays anonymous: a misdirected link reveals nobody.
 */
export async function listAccesses(
  db: Db,
  actor: Pick<Actor, 'user_id'>,
  { limit, after, record }: ListQuery,
  now: Date,
) {
  const ofOne = record === undefined ? sql`a.record_id is not null` : sql`a.record_id = ${record}`;
  const older =
    after === undefined
      ? sql`true`
      : sql`(a.at, a.id) < (timestamptz 'epoch' + ${after[0]} * interval '1 microsecond', ${after[1]})`;
  // Skips the partitions of future months.
  const { rows } = await sql<AccessRow>`
    select a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      (extract(epoch from a.at) * 1000000)::bigint as microseconds, a.action, a.reason, w.by, a.record_id as record,
      case when r.id is not null then coalesce(r.title, ${recordDefaults.title}) end as title,
      case when w.by = 'author' or (w.by = 'somebody' and a.outcome = 'done') then coalesce(p.name, f.name, u.username) end as name,
      case when w.by <> 'somebody' or a.outcome = 'done' then a.role end as role,
      case when s.id is not null then json_build_object('id', s.id, 'provider', sp.name,
        'made_at', to_char(s.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as share
    from (
      select a.id, a.at, a.action, a.reason, a.outcome, a.actor_id, a.role, a.record_id,
        case when a.item_kind = 'share' then a.item_id end as share_id from ${auditRows} a
      where a.patient_id = ${actor.user_id} and ${ofOne} and a.action = any(${recordActions}) and a.at <= ${now} and ${older}
        and not (a.reason is not null and (a.reason = 'forged' or a.reason like '% not\\_found'))
        and not exists (select from records r
          where r.id = a.record_id and not (r.patient_id = ${actor.user_id} and (${isReleased(now)} or r.provider_id is null)))
      order by a.at desc, a.id desc limit ${limit + 1}) a
    left join records r on r.id = a.record_id and r.patient_id = ${actor.user_id}
    cross join lateral (select case a.actor_id when ${actor.user_id} then 'you' when r.provider_id then 'author'
      else 'somebody' end as by) w
    left join shares s on s.id = a.share_id and s.patient_id = ${actor.user_id}
    left join ${providerProfiles} sp on sp.user_id = s.provider_id
    left join ${people} u on u.id = a.actor_id left join ${providerProfiles} p on p.user_id = u.id left join ${basicProfiles} f on f.user_id = u.id
    order by a.at desc, a.id desc`.execute(db);
  const page = pageOf(rows, limit, ({ microseconds, id }): Cursor => [microseconds, id]);
  return { ...page, rows: page.rows.map(sent) };
}

function sent(row: AccessRow): RecordAccess {
  const { reason, microseconds: _, ...access } = row;
  const [first] = (reason ?? '').split(' ');
  const refusal = recordRefusals.find((known) => known === first) ?? 'not_entitled';
  return { ...access, refusal: row.action === 'denied' ? refusal : null };
}

/** Runs `read`. If the result contains reports, their list is written to the audit before it is sent. */
export async function noted<T>(
  db: Db,
  { actor, now, list }: { actor: Actor; now: Date; list: RecordList },
  read: (tx: Tx) => Promise<Page<T>>,
): Promise<Page<T>> {
  return await db.transaction().execute(async (tx) => {
    const page = await read(tx);
    if (page.rows.length > 0) await audit(tx, { at: now, actor, action: 'view', outcome: 'done', reason: list });
    return page;
  });
}
