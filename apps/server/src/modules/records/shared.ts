import { recordDefaults } from '@carecommons/contract/records';
import type { SharedRecord, SharedReports, SharedWithMe } from '@carecommons/contract/shares';
import { type RawBuilder, sql } from 'kysely';
import { type ColumnOf, type Db, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { providerProfiles } from '../providers/providers.ts';
import { basicProfiles } from '../accounts/accounts.ts';
import { recordLinks } from './records.ts';
import { noteEach } from './shares.ts';
import { isShareable, isSharedWith, withNewerReleased } from './visible.ts';

/** A report of a share, without links for its reader. */
export type Unlinked = Omit<SharedRecord, 'report' | 'download'>;

/** The readable reports of a share `s`, newest first; none if it does not fulfil `which`. */
export async function recordsOf(tx: Tx, share: number, which: RawBuilder<boolean>, now: Date): Promise<Unlinked[]> {
  const { rows } = await sql<Omit<Unlinked, 'date'> & { date: ColumnOf<'records', 'created_at'> }>`
    select r.id, coalesce(r.title, ${recordDefaults.title}) as title, coalesce(r.type, ${recordDefaults.type}) as type,
      coalesce((r.dated_on + time '12:00') at time zone 'UTC', r.created_at) as date, case when r.provider_id is not null then coalesce(p.name, ${recordDefaults.doctor}) end as doctor,
      r.sentence, r.media_type, n.id is not null as replaced
    from shares s join share_items i on i.share_id = s.id join records r on r.id = i.record_id and r.patient_id = s.patient_id
    left join ${providerProfiles} p on p.user_id = r.provider_id ${withNewerReleased(now)}
    where s.id = ${share} and ${which} and ${isShareable(now)}
    order by r.created_at desc, r.id desc`.execute(tx);
  return rows.map(({ date, ...row }) => ({ ...row, date: date.toISOString() }));
}

/** Joins the name of the sharing person: that of the profile, never the username. */
export const withPatientName = sql`left join ${basicProfiles} f on f.user_id = s.patient_id`;
export const patientName = sql<string>`coalesce(f.name, '')`;

interface ListQuery {
  limit: number;
  after?: readonly [id: number] | undefined;
}

/** A page of what patients share with the actor as a provider, newest first. */
export async function listSharedWith(db: Db, actor: Actor, { limit, after }: ListQuery, now: Date) {
  const older = after === undefined ? sql`true` : sql`s.id < ${after[0]}`;
  const { rows } = await sql<Omit<SharedWithMe, 'made_at' | 'ends_at'> & RowOf<'shares', 'made_at' | 'ends_at'>>`
    select s.id, ${patientName} as patient, s.made_at, s.ends_at, o.count
    from shares s ${withPatientName}
    cross join lateral (select count(*) as count from share_items i join records r on r.id = i.record_id
      where i.share_id = s.id and ${isShareable(now)}) o
    where ${isSharedWith(actor.user_id, now)} and o.count > 0 and ${older}
    order by s.id desc limit ${limit + 1}`.execute(db);
  const page = pageOf(rows, limit, ({ id }) => [id]);
  const shares = page.rows.map(({ made_at, ends_at, ...row }) => {
    return { ...row, made_at: made_at.toISOString(), ends_at: ends_at.toISOString() };
  });
  return { rows: shares, next: page.next };
}

/** Opens what a patient shares with the actor as a provider; the patient can see that. Throws `not_found`, `busy`. */
export async function openNamedShare(
  tx: Tx,
  actor: Actor,
  share: number,
  secret: string,
  now: Date,
): Promise<SharedReports> {
  const { rows } = await sql<RowOf<'shares', 'patient_id' | 'ends_at'> & { patient: string }>`
    select s.patient_id, ${patientName} as patient, s.ends_at from shares s ${withPatientName}
    where s.id = ${share} and ${isSharedWith(actor.user_id, now)} for update of s`.execute(tx);
  const [found] = rows;
  const records = found === undefined ? [] : await recordsOf(tx, share, isSharedWith(actor.user_id, now), now);
  if (found === undefined || records.length === 0) throw new Problem('not_found');
  const { patient_id, patient, ends_at } = found;
  await sql`
    update shares set views = views + 1, viewed_at = ${now}
    where id = ${share} and provider_id = ${actor.user_id}`.execute(tx);
  const entry = { at: now, actor, action: 'open_share', patient_id, outcome: 'done' } as const;
  await noteEach(
    tx,
    records.map(({ id }) => id),
    entry,
    share,
  );
  const link = (id: number, purpose: 'view' | 'download') => recordLinks.to(secret, id, actor, purpose, now);
  const linked = records.map((row) => ({ ...row, report: link(row.id, 'view'), download: link(row.id, 'download') }));
  return { id: share, patient, ends_at: ends_at.toISOString(), records: linked };
}

/** The patient of a share that was requested in vain, only for the audit. */
export async function patientOfShare(db: Db, share: number) {
  const { rows } = await sql<RowOf<'shares', 'patient_id'>>`select patient_id from shares where id = ${share}`.execute(
    db,
  );
  return rows[0]?.patient_id;
}
