import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, RowOf, Tx } from '../../platform/db/db.ts';
import { linkToken, newSeed } from '../../platform/mail/mail.ts';
import { Problem } from '../../platform/errors/errors.ts';
import { holdPerson } from './hold-person.ts';

export type Purpose = 'verify' | 'change' | 'reset';

interface NewLink {
  userId: number;
  purpose: Purpose;
  /** The address to which it is sent. */
  email: string;
  lifeMs: number;
}

/** A link that is still valid, and its person. */
export interface FoundLink extends RowOf<'email_links', 'user_id' | 'email'> {
  purpose: Purpose;
}

const sweptAtOnce = 10;
const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Creates a link in place of the person's previous one. Returns the seed from which its email derives the token. */
export async function makeLink(tx: Tx, { userId, purpose, email, lifeMs }: NewLink, secret: string, now: Date) {
  const seed = newSeed(secret);
  const ends = new Date(now.getTime() + lifeMs);
  await sql`
    insert into email_links (hash, user_id, purpose, email, created_at, expires_at)
    values (${hashOf(linkToken(secret, seed))}, ${userId}, ${purpose}, ${email}, ${now}, ${ends})
    on conflict (user_id, purpose) do update set hash = excluded.hash, email = excluded.email,
      created_at = excluded.created_at, expires_at = excluded.expires_at`.execute(tx);
  await sql`
    delete from email_links where hash in (select hash from email_links where expires_at < ${now}
      order by expires_at limit ${sweptAtOnce} for update skip locked)`.execute(tx);
  return seed;
}

/** The link of a token, without using it up. Throws `link_ended`. */
export async function findLink(db: Db, token: string, purposes: Purpose[], now: Date): Promise<FoundLink> {
  const { rows } = await sql<FoundLink>`
    select l.user_id, l.purpose, l.email from email_links l join users u on u.id = l.user_id
    where l.hash = ${hashOf(token)} and l.purpose = any(${purposes}) and l.expires_at > ${now}
      and u.disabled_at is null`.execute(db);
  if (rows[0] === undefined) throw new Problem('link_ended');
  return rows[0];
}

/** Uses up a link: of several concurrent requests, one gets it. Throws `link_ended`. */
export async function takeLink(tx: Tx, token: string, purposes: Purpose[], now: Date): Promise<FoundLink> {
  const link = await findLink(tx, token, purposes, now);
  await holdPerson(tx, link.user_id);
  const { numAffectedRows } = await sql`
    delete from email_links where hash = ${hashOf(token)} and expires_at > ${now}`.execute(tx);
  if (numAffectedRows === 0n) throw new Problem('link_ended');
  return link;
}

/** Invalidates all links sent to a person before. */
export async function dropLinks(tx: Tx, userId: number, purposes: Purpose[]) {
  await sql`delete from email_links where user_id = ${userId} and purpose = any(${purposes})`.execute(tx);
}
