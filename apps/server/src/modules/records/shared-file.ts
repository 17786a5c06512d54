import { createHmac } from 'node:crypto';
import { recordDefaults } from '@carecommons/contract/records';
import { shareLinkMinutes } from '@carecommons/contract/share-rules';
import { sql } from 'kysely';
import { audit, countForged } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type FileOpener, storedFile } from '../../platform/files/files.ts';
import type { Purpose } from '../../platform/auth/auth.ts';
import type { LinkResult, CountRefusal } from '../../platform/routing/routing.ts';
import { deriveKey, isGenuine } from '../../platform/crypto/crypto.ts';
import { type Found, patientOf } from './serve.ts';
import { isShareable, isShared } from './visible.ts';

interface LinkClaims {
  share: number;
  record: number;
  purpose: Purpose;
  /** Seconds since 1970. */
  expires: number;
}

const keyPurpose = 'shared link';

function macOf(key: Buffer, { share, record, purpose, expires }: LinkClaims) {
  const claims = [share, record, purpose, expires].join('|');
  return createHmac('sha256', key).update(claims).digest();
}

interface Of {
  share: number;
  record: number;
  ends: Date;
}

/**
 * The addresses of a report for a reader who has opened a link: valid for half an hour, and never beyond the end of the share.
 */
export function sharedLinks(secret: string, { share, record, ends }: Of, now: Date) {
  const expires = Math.floor(Math.min(now.getTime() + shareLinkMinutes * 60_000, ends.getTime()) / 1000);
  const to = (purpose: Purpose) => {
    const mac = macOf(deriveKey(secret, keyPurpose), { share, record, purpose, expires }).toString('base64url');
    return `/files/shared/${record}/?token=${share}.${purpose}.${expires}.${mac}`;
  };
  return { report: to('view'), download: to('download') };
}

const form = /^([1-9]\d{0,9})\.(view|download)\.(\d{1,12})\.([\w-]{43})$/;

function read(secret: string, record: number, token: string): LinkClaims | undefined {
  const [, share, purpose, expires, mac] = form.exec(token) ?? [];
  if (mac === undefined) return undefined;
  const claims = { share: Number(share), record, purpose: purpose as Purpose, expires: Number(expires) };
  return isGenuine(secret, keyPurpose, Buffer.from(mac, 'base64url'), (key) => macOf(key, claims)) ? claims : undefined;
}

interface LinkRequest {
  record: number;
  token: string;
  secret: string;
  refusing: CountRefusal;
}

type Opened = LinkResult<{ record: Omit<Found, 'withdrawn_at' | 'share'>; purpose: Purpose }>;

/**
 * Opens a report for a link of an opened share or refuses it, and audits the outcome. If the audit fails, this throws (`busy`)
 * and nothing may be served. A forged link is only counted. May also throw an `UnreadableFile`.
 */
export async function openShared(
  tx: Tx,
  files: FileOpener,
  { record: record_id, token, secret, refusing }: LinkRequest,
  now: Date,
): Promise<Opened> {
  const claims = read(secret, record_id, token);
  if (claims === undefined) {
    await refusing();
    await countForged(tx, 'record', (await patientOf(tx, record_id)) && record_id, now);
    return { refusal: 'forged' };
  }
  const entry = { at: now, actor: undefined, record_id };
  const item = { kind: 'share', id: claims.share } as const;
  const found = await find(tx, claims, now);
  if (found === undefined || claims.expires * 1000 <= now.getTime()) {
    const refusal = found === undefined ? 'share_ended' : 'expired';
    await refusing();
    const patient_id = await patientOf(tx, record_id);
    await audit(tx, { ...entry, patient_id, item, action: 'denied', outcome: 'refused', reason: refusal });
    return { refusal };
  }
  const { purpose } = claims;
  const file = await files.open(await storedFile(tx, found.file, found.patient_id));
  try {
    await audit(tx, { ...entry, patient_id: found.patient_id, item, action: purpose, outcome: 'done' });
  } catch (error) {
    await file.close();
    throw error;
  }
  return { record: found, purpose, file };
}

async function find(tx: Tx, { share, record }: LinkClaims, now: Date) {
  const { rows } = await sql<Omit<Found, 'withdrawn_at' | 'share'>>`
    select r.patient_id, coalesce(r.title, ${recordDefaults.title}) as title, r.media_type, r.bytes, r.file
    from share_items i join shares s on s.id = i.share_id join records r on r.id = i.record_id
    where i.share_id = ${share} and i.record_id = ${record} and s.provider_id is null and ${isShared(now)}
      and ${isShareable(now)}`.execute(tx);
  return rows[0];
}
