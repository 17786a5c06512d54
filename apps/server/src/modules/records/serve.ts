import { recordDefaults } from '@carecommons/contract/records';
import { sql } from 'kysely';
import { audit } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import type { Files, Range } from '../../core/files.ts';
import type { Actor } from '../../core/session.ts';
import type { Link } from './links.ts';

/** Why a link is not served. */
export type Refusal = 'forged' | 'expired' | 'session_ended' | 'other_session' | 'not_entitled' | 'withdrawn';

interface Found {
  patient_id: number;
  provider_id: number;
  title: string;
  media_type: string;
  bytes: number;
  file: string;
  withdrawn_at: Date | null;
}

interface Asked {
  recordId: number;
  link: Link;
  /** The person of the link's session, where both still are. */
  actor: Actor | undefined;
  /** Whether an access token of another session came along. */
  otherSession: boolean;
}

/**
 * Opens a report for a link, or says why not, and writes down which: where that cannot be written, this throws (`busy`)
 * and nothing may be served. The caller closes the file where the transaction fails after all.
 */
export async function openRecord(tx: Tx, files: Files, asked: Asked, now: Date) {
  const { recordId: record_id, link, actor } = asked;
  const { rows } = await sql<Found>`
    select patient_id, provider_id, coalesce(title, ${recordDefaults.title}) as title, media_type, bytes, file, withdrawn_at
    from records where id = ${record_id}`.execute(tx);
  const [record] = rows;
  const refusal = refusalOf(record, asked);
  const entry = { at: now, record_id, patient_id: record?.patient_id };
  if (record === undefined || refusal !== undefined) {
    const named = link.state === 'forged' ? undefined : link;
    await audit(tx, { ...entry, actor: actor ?? named, action: 'denied', outcome: 'refused', reason: refusal });
    return { refusal: refusal ?? 'not_entitled' };
  }
  const { purpose } = link as Exclude<Link, { state: 'forged' }>;
  const file = await files.open(record.file);
  try {
    await audit(tx, { ...entry, actor, action: purpose, outcome: 'done' });
  } catch (error) {
    await file.close();
    throw error;
  }
  return { record, purpose, file };
}

function refusalOf(record: Found | undefined, { link, actor, otherSession }: Asked): Refusal | undefined {
  if (link.state !== 'good') return link.state;
  if (actor === undefined) return 'session_ended';
  if (otherSession) return 'other_session';
  if (record === undefined || ![record.patient_id, record.provider_id].includes(actor.user_id)) return 'not_entitled';
  return record.withdrawn_at === null ? undefined : 'withdrawn';
}

/** The one range that a `Range` header asks for; 'none' where there is no such, undefined where all is wanted. */
export function readRange(header: string | undefined, bytes: number): Range | 'none' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start > end || start >= bytes ? 'none' : { start, end };
}
