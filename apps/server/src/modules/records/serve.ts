import { recordDefaults } from '@carecommons/contract/records';
import { sql } from 'kysely';
import { audit } from '../../core/audit.ts';
import type { Proven } from '../../core/content.ts';
import type { Tx } from '../../core/db.ts';
import type { Files, Range } from '../../core/files.ts';
import { type Held, type Link, type Refusal, refusalOfLink } from '../../core/links.ts';

interface Found {
  patient_id: number;
  provider_id: number;
  title: string;
  media_type: Proven['mediaType'];
  bytes: number;
  file: string;
  withdrawn_at: Date | null;
}

interface Asked extends Held {
  recordId: number;
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

function refusalOf(record: Found | undefined, asked: Asked): Refusal | undefined {
  const refusal = refusalOfLink(asked);
  if (refusal !== undefined) return refusal;
  const reader = asked.actor?.user_id;
  if (record === undefined || (record.patient_id !== reader && record.provider_id !== reader)) return 'not_entitled';
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
