import type { AuditAction, AuditItem, AuditReason, JobKind } from '@carecommons/contract/administration-rules';
import type { Role } from '@carecommons/contract/endpoint';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import { Problem } from '../errors/errors.ts';
import type { Actor } from '../auth/auth.ts';

export interface AuditEntry {
  at: Date;
  /** Who did it, with an empty session outside of any; undefined where nobody could be told, as with a forged link. */
  actor: (Pick<Actor, 'user_id' | 'session_id'> & { role?: Role }) | undefined;
  action: AuditAction;
  /** The record as it was asked for, whether or not there is such a one. */
  record_id?: number | undefined;
  patient_id?: number | undefined;
  /** What a moderator or an administrator decided about; a person as `user`. */
  item?: { kind: AuditItem; id: number } | undefined;
  outcome: 'done' | 'refused';
  /** Why it was refused, or what of it was done: for which action was searched, which kind of work was tried again. */
  reason?: AuditReason | AuditAction | JobKind | undefined;
}

/**
 * Writes down who did what with a medical record, by a grant, with the keys of an account or in the verification of a provider, in the
 * transaction that does it: where this throws
 * (`busy`), it must not be done. Rows can be added and read, never changed.
 */
export async function audit(tx: Tx | Db, entry: AuditEntry) {
  const { at, actor, action, record_id, patient_id, item, outcome, reason } = entry;
  try {
    await sql`
      insert into audit (at, actor_id, role, session_id, action, record_id, patient_id, item_kind,
        item_id, outcome, reason)
      values (${at}, ${actor?.user_id ?? null}, ${actor?.role ?? null}, ${actor?.session_id || null}, ${action},
        ${record_id ?? null}, ${patient_id ?? null}, ${item?.kind ?? null}, ${item?.id ?? null}, ${outcome}, ${reason ?? null})`.execute(
      tx,
    );
  } catch (cause) {
    throw new Problem('busy', { cause, headers: { 'retry-after': '5' } });
  }
}

/** What was written down; read by its time, so that months without an answer are not looked at. */
export const auditRows = sql`(
  select id, at, action, outcome, reason, actor_id, role, patient_id, record_id, item_kind, item_id from audit)`;
