import { passcodeTries } from '@carecommons/contract/share-rules';
import type { SharedReports } from '@carecommons/contract/shares';
import { sql } from 'kysely';
import type { RowOf, Tx } from '../../platform/db/db.ts';
import { verifyPassword } from '../../platform/auth/auth.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Services } from '../../platform/routing/routing.ts';
import { notify } from '../notifications/notifications.ts';
import { auditRows } from '../../platform/audit/audit.ts';
import { patientName, recordsOf, withPatientName } from './shared.ts';
import { sharedLinks } from './shared-file.ts';
import { hashOfToken, noteEach } from './shares.ts';
import { publishRecords } from './sweep.ts';
import { isShareable, isShared } from './visible.ts';

type Dependencies = Pick<Services, 'db' | 'config' | 'clock' | 'throttle' | 'live'>;

interface Given {
  token: string;
  passcode: string;
}

/** Whether a link `s` can be opened; one without any readable report cannot. */
const isOpen = (now: Date) => sql<boolean>`(${isShared(now)} and (s.most_views is null or s.views < s.most_views)
  and exists (select from share_items i join records r on r.id = i.record_id where i.share_id = s.id and ${isShareable(now)}))`;

/**
 * Opens a link with its passcode. Throws 400 naming `passcode` for a wrong one, `too_many_requests`, `busy`, and `link_ended`,
 * with an identical response, for a link that never existed, has ended, was revoked or is locked.
 */
export async function openLink(
  dependencies: Dependencies,
  { token, passcode }: Given,
  ip: string,
): Promise<SharedReports> {
  const { db, config, clock, throttle, live } = dependencies;
  const attempt = await throttle.passcode(ip);
  const hash = hashOfToken(token);
  const now = clock.now();
  // Counted as wrong before it is checked, so that simultaneous attempts all count.
  const { rows } = await sql<RowOf<'shares', 'id' | 'failures' | 'patient_id'> & { passcode_hash: string }>`
    update shares s set failures = s.failures + 1
    where s.token_hash = ${hash} and ${isOpen(now)} and s.failures < ${passcodeTries}
    returning s.id, s.passcode_hash, s.failures, s.patient_id`.execute(db);
  const [share] = rows;
  const code = passcode.replaceAll(/\s/g, '');
  const opened = await (async () => {
    const right = await verifyPassword(code, share?.passcode_hash, config.secret);
    return await db.transaction().execute(async (tx) => {
      const records = share !== undefined && right ? await open(tx, share.id, config.secret, now) : undefined;
      if (records === undefined) await refuse(tx, hash, right ? undefined : share, now);
      return records ?? { right };
    });
  })().catch(async (error: unknown) => {
    // Neither right nor wrong: the answer must reveal nothing about the passcode.
    if (share !== undefined)
      await sql`update shares set failures = failures - 1 where id = ${share.id} and failures > 0`.execute(db);
    await attempt.withdraw();
    throw error;
  });
  if (share !== undefined) publishRecords(live, share.patient_id);
  if ('records' in opened) {
    await attempt.withdraw();
    return opened;
  }
  if (share === undefined || opened.right) throw new Problem('link_ended', { message: ended });
  throw invalidField('passcode', wrong(passcodeTries - share.failures));
}

const ended = 'This link has expired. Please ask the person who sent it for a new one.';

function wrong(left: number) {
  if (left === 0) return 'This passcode is wrong. It was the last try: the link is locked. Please ask for another one.';
  return `This passcode is wrong. ${left === 1 ? 'One try is' : `${left} tries are`} left.`;
}

async function open(tx: Tx, share: number, secret: string, now: Date): Promise<SharedReports | undefined> {
  const { rows } = await sql<RowOf<'shares', 'patient_id' | 'ends_at'> & { patient: string }>`
    with opened as (update shares s set failures = 0, views = s.views + 1, viewed_at = ${now}
      where s.id = ${share} and ${isOpen(now)} returning s.patient_id, s.ends_at)
    select s.patient_id, s.ends_at, ${patientName} as patient from opened s ${withPatientName}`.execute(tx);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { patient_id, ends_at, patient } = found;
  const records = await recordsOf(tx, share, isShared(now), now);
  const entry = { at: now, actor: undefined, action: 'open_share', patient_id, outcome: 'done' } as const;
  await noteEach(
    tx,
    records.map(({ id }) => id),
    entry,
    share,
  );
  const linked = records.map((row) => ({
    ...row,
    ...sharedLinks(secret, { share, record: row.id, ends: ends_at }, now),
  }));
  return { id: share, patient, ends_at: ends_at.toISOString(), records: linked };
}

/** Audits a refused attempt, and locks the link after too many; nothing is known about a link that never existed. */
async function refuse(tx: Tx, hash: Buffer, share: { id: number; failures: number } | undefined, now: Date) {
  const { rows } = await sql<RowOf<'shares', 'id' | 'patient_id'> & { records: number[] }>`
    select s.id, s.patient_id, array(select i.record_id from share_items i where i.share_id = s.id order by 1) as records
    from shares s where s.token_hash = ${hash}`.execute(tx);
  const [found] = rows;
  if (found === undefined) return;
  const { id, patient_id, records } = found;
  const reason = share === undefined ? 'share_ended' : 'passcode';
  await noteEach(
    tx,
    share === undefined ? await notNotedWithin(tx, id, records, now) : records,
    { at: now, actor: undefined, action: 'denied', patient_id, outcome: 'refused', reason },
    id,
  );
  if (share === undefined || share.failures < passcodeTries) return;
  const { numAffectedRows } = await sql`
    update shares set locked_at = ${now} where id = ${id} and locked_at is null and failures >= ${passcodeTries}`.execute(
    tx,
  );
  if (numAffectedRows === 1n) await notify(tx, patient_id, { kind: 'share_locked' }, now);
}

/** The reports of an ended link for which the audit has no attempt of the last hour. */
async function notNotedWithin(tx: Tx, share: number, records: number[], now: Date) {
  const { rows } = await sql<RowOf<'records', 'id'>>`
    select r.id from unnest(${records}::integer[]) r (id)
    where not exists (select from ${auditRows} a where a.record_id = r.id and a.at > ${new Date(now.getTime() - 3_600_000)}
      and a.item_kind = 'share' and a.item_id = ${share} and a.reason = 'share_ended')`.execute(tx);
  return rows.map(({ id }) => id);
}
