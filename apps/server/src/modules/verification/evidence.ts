import type { FileRefusal } from '@carecommons/contract/administration-rules';
import {
  type ClaimState,
  evidenceDays,
  evidenceFiles,
  mayOpenEvidence,
} from '@carecommons/contract/verification-rules';
import type { Evidence } from '@carecommons/contract/verification';
import { type RawBuilder, sql } from 'kysely';
import { audit, countForged } from '../../platform/audit/audit.ts';
import type { StoredUpload, ValidContent } from '../../platform/content/content.ts';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { addFileKey, destroyFileKeys, type FileOpener, storedFile, WantedFile } from '../../platform/files/files.ts';
import { type Actor, type LinkHolder, refusalOfLink, signedLinks } from '../../platform/auth/auth.ts';
import type { LinkResult, CountRefusal } from '../../platform/routing/routing.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { providerProfiles } from '../providers/providers.ts';
import { type ClaimRow, holdOwnOpenClaim, holdProvider } from './claims.ts';

export const evidenceLinks = signedLinks('evidence', (id) => `/files/verification/${id}/`);

/** A document as a claim's query returns it. */
export interface EvidenceRow extends Omit<Evidence, 'view'> {}

/** The documents of a claim `c`, oldest first, as a column. */
export const filesOfClaim = sql<EvidenceRow[]>`(
  select coalesce(json_agg(json_build_object('id', f.id, 'media_type', f.media_type, 'bytes', f.bytes,
    'added_at', to_char(f.added_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.id), '[]')
  from verification_files f where f.claim_id = c.id)`;

/** A document as the actor receives it, with a link made for them. */
export function withLink(row: EvidenceRow, actor: Actor, secret: string, now: Date): Evidence {
  return { ...row, view: evidenceLinks.to(secret, row.id, actor, 'view', now) };
}

/**
 * The claim to which the actor may add a document now; undefined if it has to be created. Throws `not_allowed`, `wrong_state`.
 */
export async function mayAddEvidence(db: Db, actor: Actor): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null; state: ClaimState | null; count: number }>`
    select c.id, c.state, (select count(*) from verification_files f where f.claim_id = c.id) as count
    from ${providerProfiles} p left join verification_claims c
      on c.provider_id = p.user_id and c.state in ('draft', 'submitted', 'in_review')
    where p.user_id = ${actor.user_id}`.execute(db);
  const [open] = rows;
  if (open === undefined) throw new Problem('not_allowed');
  const { id, state, count } = open;
  if (id === null) return undefined;
  if (state !== 'draft') {
    throw new Problem('wrong_state', {
      message: 'What you submitted is being checked. You can add nothing to it now.',
    });
  }
  if (count >= evidenceFiles) {
    throw new Problem('wrong_state', { message: `You can add at most ${evidenceFiles} documents.` });
  }
  return id;
}

/** The claim to which the actor may add a document, created if there is none. Throws `not_allowed`, `wrong_state`. */
async function claimToFill(tx: Tx, actor: Actor, now: Date): Promise<number> {
  await holdProvider(tx, actor);
  const open = await mayAddEvidence(tx, actor);
  if (open !== undefined) return open;
  const { rows } = await sql<RowOf<'verification_claims', 'id'>>`
    insert into verification_claims (provider_id, state, created_at)
    values (${actor.user_id}, 'draft', ${now}) returning id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** Adds a document to the actor's draft claim. Throws `not_allowed`, `wrong_state`, `key_missing`, `busy`. */
export async function addEvidence(tx: Tx, actor: Actor, sent: StoredUpload, now: Date): Promise<EvidenceRow> {
  const claimId = await claimToFill(tx, actor, now);
  const { media_type, bytes, stored } = sent;
  const { rows } = await sql<RowOf<'verification_files', 'id'>>`
    insert into verification_files (claim_id, media_type, bytes, file, added_at)
    select id, ${media_type}, ${bytes}::integer, ${stored.file}, ${now}::timestamptz from verification_claims
    where id = ${claimId} and provider_id = ${actor.user_id} returning id`.execute(tx);
  const { id } = rows[0] as { id: number };
  await addFileKey(tx, stored);
  await audit(tx, { at: now, actor, action: 'upload', item: { kind: 'evidence', id }, outcome: 'done' });
  return { id, media_type, bytes, added_at: now.toISOString() };
}

/** Deletes one of the actor's documents before it is submitted, and returns its file. Throws `not_found`, `wrong_state`. */
export async function removeEvidence(tx: Tx, actor: Actor, fileId: number, now: Date): Promise<string> {
  const { rows } = await sql<{ own: boolean }>`
    select c.provider_id = ${actor.user_id} as own from verification_files f
    join verification_claims c on c.id = f.claim_id where f.id = ${fileId}`.execute(tx);
  if (rows[0]?.own !== true) throw new Problem('not_found');
  const claim = await holdOwnOpenClaim(tx, actor);
  if (claim.state !== 'draft') throw new Problem('wrong_state');
  const gone = await sql<RowOf<'verification_files', 'file'>>`
    delete from verification_files f using verification_claims c
    where f.id = ${fileId} and c.id = f.claim_id and c.id = ${claim.id} and c.provider_id = ${actor.user_id}
    returning f.file`.execute(tx);
  if (gone.rows[0] === undefined) throw new Problem('not_found');
  await destroyFileKeys(tx, [gone.rows[0].file]);
  await audit(tx, { at: now, actor, action: 'withdraw', item: { kind: 'evidence', id: fileId }, outcome: 'done' });
  return gone.rows[0].file;
}

interface Found extends ClaimRow, RowOf<'verification_files', 'bytes' | 'file'> {
  media_type: ValidContent['mediaType'];
}

/** Opens a document's file; undefined if the document was deleted after its row was read. */
async function openFile(tx: Tx, files: FileOpener, fileId: number, { file, provider_id }: Found) {
  try {
    return await files.open(await storedFile(tx, file, provider_id));
  } catch (error) {
    if (error instanceof WantedFile) throw error;
    const { rows } = await sql`select 1 from verification_files where id = ${fileId}`.execute(tx);
    if (rows.length > 0) throw error;
    return undefined;
  }
}

/**
 * Opens a document for a link, or returns why not, and audits either outcome. If the audit cannot be written, this throws (`busy`)
 * and nothing may be served. A forged link is only counted. Also throws an `UnreadableFile`.
 */
export async function openEvidence(
  tx: Tx,
  files: FileOpener,
  fileId: number,
  { refusing, ...held }: LinkHolder & { refusing: CountRefusal },
  now: Date,
): Promise<LinkResult<{ found: Found }>> {
  const { rows } = await sql<Found>`
    select c.id, c.provider_id, c.state, c.reviewer_id, c.taken_at, f.media_type, f.bytes, f.file
    from verification_files f join verification_claims c on c.id = f.claim_id where f.id = ${fileId}`.execute(tx);
  const [found] = rows;
  const { link } = held;
  if (link.state === 'forged') {
    await refusing();
    await countForged(tx, 'evidence', found && fileId, now);
    return { refusal: 'forged' };
  }
  const refusal = refusalOfLink(held) ?? refusalOf(found, held.actor as Actor);
  const entry = { at: now, item: { kind: 'evidence' as const, id: fileId } };
  const opens = found !== undefined && refusal === undefined;
  const file = opens ? await openFile(tx, files, fileId, found) : undefined;
  if (found === undefined || file === undefined) {
    await refusing();
    await audit(tx, { ...entry, actor: held.actor ?? link, action: 'denied', outcome: 'refused', reason: refusal });
    return { refusal: refusal ?? 'not_entitled' };
  }
  try {
    await audit(tx, { ...entry, actor: held.actor, action: 'view', outcome: 'done' });
  } catch (error) {
    await file.close();
    throw error;
  }
  return { found, file };
}

function refusalOf(found: Found | undefined, actor: Actor): FileRefusal | undefined {
  // Deleted in the meantime: links are only made for existing documents.
  if (found === undefined) return 'withdrawn';
  return mayOpenEvidence(actor, found) ? undefined : 'not_entitled';
}

/** Deletes the documents of the selected claims `c` and returns their files, to be removed after the commit. */
export async function deleteEvidence(tx: Tx, which: RawBuilder<boolean>, now: Date): Promise<string[]> {
  const { rows } = await sql<RowOf<'verification_files', 'file' | 'claim_id'>>`
    delete from verification_files f using verification_claims c
    where c.id = f.claim_id and ${which} returning f.file, f.claim_id`.execute(tx);
  const gone = rows.map(({ file }) => file);
  if (gone.length > 0) await destroyFileKeys(tx, gone);
  const claims = [...new Set(rows.map(({ claim_id }) => claim_id))];
  if (claims.length > 0) {
    await sql`
      update verification_claims set files_deleted_at = ${now} where id = any(${claims}::integer[])`.execute(tx);
  }
  return gone;
}

/** The claims whose documents are no longer needed: rejected, withdrawn, ended, or older than the retention period. */
export function doneWithEvidence(now: Date) {
  const before = new Date(now.getTime() - evidenceDays * 86_400_000);
  return sql<boolean>`(c.state in ('rejected', 'withdrawn', 'lapsed', 'expired')
    or (c.state = 'verified' and c.decided_at <= ${before}) or (c.state = 'draft' and f.added_at <= ${before}))`;
}

/** Which of these stored files belong to a claim. */
export async function filesOfEvidence(db: Db, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<RowOf<'verification_files', 'file'>>`
    select file from verification_files where file = any(${keys})`.execute(db);
  return new Set(rows.map(({ file }) => file));
}
