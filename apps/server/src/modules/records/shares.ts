import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { BodyOf } from '@carecommons/contract/endpoint';
import { recordDefaults } from '@carecommons/contract/records';
import { passcodeLength, sharesAtOnce } from '@carecommons/contract/share-rules';
import type { createShare, Share } from '@carecommons/contract/shares';
import { type RawBuilder, sql } from 'kysely';
import { audit, type AuditEntry } from '../../platform/audit/audit.ts';
import { type Db, lock, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import {
  type Actor,
  type EndSignedLinks,
  hashPassword,
  type LinkOwner,
  versionOfHash,
} from '../../platform/auth/auth.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import { sendEmail } from '../accounts/accounts.ts';
import { notify } from '../notifications/notifications.ts';
import { providerProfiles } from '../providers/providers.ts';
import { isShareable } from './visible.ts';

const dayMs = 86_400_000;

/** What identifies the token of a link. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest();

/** A link and its passcode, which are shown once, and what is stored of them. Throws `busy`. */
export async function drawLink(secret: string) {
  const token = randomBytes(32).toString('base64url');
  const passcode = String(randomInt(10 ** passcodeLength)).padStart(passcodeLength, '0');
  // In the fragment, which no browser sends: no log and no other site learns it.
  return { path: `/shared#${token}`, passcode, hash: hashOfToken(token), sealed: await hashPassword(passcode, secret) };
}
type Link = Awaited<ReturnType<typeof drawLink>>;

/**
 * Shares reports of the actor with a provider, or by a link. Throws 400 naming `records` or `provider`, `wrong_state`,
 * `busy`.
 */
export async function makeShare(
  tx: Tx,
  actor: Actor,
  wanted: BodyOf<typeof createShare>,
  link: Link | undefined,
  now: Date,
) {
  const records = [...new Set(wanted.records)];
  const { provider, days, most_views } = wanted;
  await lock(tx, 'shares of a patient', actor.user_id);
  await requireShareable(tx, actor, records, now);
  if (provider !== undefined) await requireProvider(tx, actor, provider);
  const { rows: open } = await sql<{ count: number }>`
    select count(*) as count from shares s
    where s.patient_id = ${actor.user_id} and s.revoked_at is null and s.ends_at > ${now}`.execute(tx);
  if ((open[0]?.count ?? 0) >= sharesAtOnce) {
    throw new Problem('wrong_state', {
      message: 'You have reached the limit for sharing. Please stop sharing something first.',
    });
  }
  const ends = new Date(now.getTime() + days * dayMs);
  const { rows } = await sql<RowOf<'shares', 'id'>>`
    insert into shares (patient_id, provider_id, token_hash, passcode_hash, made_at, ends_at, most_views)
    values (${actor.user_id}, ${provider ?? null}, ${link?.hash ?? null}, ${link?.sealed ?? null}, ${now}, ${ends},
      ${most_views ?? null}) returning id`.execute(tx);
  const { id } = rows[0] as { id: number };
  await sql`
    insert into share_items (share_id, record_id)
    select s.id, chosen from shares s, unnest(${records}::integer[]) chosen
    where s.id = ${id} and s.patient_id = ${actor.user_id}`.execute(tx);
  await noteEach(tx, records, { at: now, actor, action: 'share', patient_id: actor.user_id, outcome: 'done' }, id);
  if (provider !== undefined) await notify(tx, provider, { kind: 'report_shared' }, now);
  if (link !== undefined) await sendEmail(tx, actor.user_id, linkMade, now);
  const made = await readShares(tx, actor, sql`s.id = ${id}`, 1, now);
  return { share: made[0] as Share, link: link === undefined ? null : { path: link.path, passcode: link.passcode } };
}

/** Sent when a link of a person was created. */
export const linkMade = {
  subject: 'A link was made in your account',
  text: `A link was made by which others can open some of what is kept in your account, with a passcode. You see it, and can end it, here:
{site}/record

If it was not you, end the link, and change your password now:
{site}/account
`,
};

/**
 * Throws 400 naming `records` if the actor cannot share one of them. In a transaction, none of them can disappear
 * afterwards.
 */
export async function requireShareable(db: Db, actor: Actor, records: readonly number[], now: Date) {
  const { rows } = await sql`
    select from records r where r.id = any(${records}::integer[]) and r.patient_id = ${actor.user_id}
      and ${isShareable(now)} for share`.execute(db);
  if (rows.length < new Set(records).size) {
    throw invalidField('records', 'Please choose reports of your own that you can read now.');
  }
}

async function requireProvider(tx: Tx, actor: Actor, provider: number) {
  const { rows } = await sql`select from ${providerProfiles} profile where user_id = ${provider} and listed`.execute(
    tx,
  );
  if (rows.length === 0) throw invalidField('provider', 'Please choose a provider of the directory.');
  if (provider === actor.user_id)
    throw invalidField('provider', 'You read your reports already. Please choose somebody else.');
}

/** Writes to the audit what was done or refused through a share, for each of its reports. */
export async function noteEach(tx: Tx | Db, records: readonly number[], entry: AuditEntry, share: number) {
  for (const record_id of records) await audit(tx, { ...entry, record_id, item: { kind: 'share', id: share } });
}

/** The first of some reports of which the actor is not the patient; undefined if there is none. */
export async function firstForeign(db: Db, actor: Actor, records: readonly number[]) {
  const { rows } = await sql<RowOf<'records', 'id'>>`
    select id from records where id = any(${records}::integer[]) and patient_id = ${actor.user_id}`.execute(db);
  const own = new Set(rows.map(({ id }) => id));
  return records.find((id) => !own.has(id));
}

interface ShareRow
  extends Omit<Share, 'made_at' | 'ends_at' | 'viewed_at'>, RowOf<'shares', 'made_at' | 'ends_at' | 'viewed_at'> {}

async function readShares(db: Db, actor: Actor, which: RawBuilder<unknown>, most: number, now: Date): Promise<Share[]> {
  const { rows } = await sql<ShareRow>`
    select s.id, p.name as provider, s.made_at, s.ends_at, s.views, s.viewed_at, s.most_views,
      case when s.locked_at is not null then 'locked' when s.views >= s.most_views then 'used_up' else 'live' end as state,
      (select coalesce(json_agg(json_build_object('id', r.id, 'title', coalesce(r.title, ${recordDefaults.title})) order by r.id), '[]')
        from share_items i join records r on r.id = i.record_id where i.share_id = s.id and ${isShareable(now)}) as records
    from shares s left join ${providerProfiles} p on p.user_id = s.provider_id
    where s.patient_id = ${actor.user_id} and s.revoked_at is null and s.ends_at > ${now} and ${which}
    order by s.id desc limit ${most}`.execute(db);
  return rows.map(({ made_at, ends_at, viewed_at, ...row }) => ({
    ...row,
    made_at: made_at.toISOString(),
    ends_at: ends_at.toISOString(),
    viewed_at: viewed_at?.toISOString() ?? null,
  }));
}

interface ListQuery {
  limit: number;
  after?: readonly [id: number] | undefined;
}

/** A page of the actor's shares as patient, newest first. */
export async function listShares(db: Db, actor: Actor, { limit, after }: ListQuery, now: Date) {
  const older = after === undefined ? sql`true` : sql`s.id < ${after[0]}`;
  return pageOf(await readShares(db, actor, older, limit + 1, now), limit, ({ id }) => [id]);
}

/** Revokes a share of the actor immediately; one that has ended stays as it is. Throws `not_found`, `busy`. */
export async function revoke(tx: Tx, actor: LinkOwner, share: number, now: Date) {
  const { rows } = await sql<{ revoked: boolean; records: number[] }>`
    select s.revoked_at is not null as revoked,
      array(select i.record_id from share_items i where i.share_id = s.id order by 1) as records
    from shares s where s.id = ${share} and s.patient_id = ${actor.user_id} for update`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new Problem('not_found');
  if (found.revoked) return;
  await sql`update shares set revoked_at = ${now} where id = ${share} and patient_id = ${actor.user_id}`.execute(tx);
  const entry = { at: now, actor, action: 'unshare', patient_id: actor.user_id, outcome: 'done' } as const;
  await noteEach(tx, found.records, entry, share);
}

/** Revokes all links of a person immediately. */
export const endLinks: EndSignedLinks = async (tx, person, now) => {
  const { rows } = await sql<RowOf<'shares', 'id'>>`
    select id from shares where patient_id = ${person.user_id} and token_hash is not null
      and revoked_at is null and ends_at > ${now} order by id`.execute(tx);
  for (const { id } of rows) await revoke(tx, person, id, now);
};

/** The number of passcodes of open shares that a version of SECRET encrypts. */
export const passcodesOf = (version: number, now: Date) => sql<number>`(
  select count(*) from shares where passcode_hash is not null and revoked_at is null and ends_at > ${now}
    and ${versionOfHash('passcode_hash')} = ${version})`;
