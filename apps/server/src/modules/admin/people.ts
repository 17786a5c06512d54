import type { AdministeredPerson, DecisionOfAccount, FullPerson } from '@carecommons/contract/administration';
import type { Grant } from '@carecommons/contract/endpoint';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Page, pageOf, type RowOf } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import { accounts, heldGrants, people, sessions } from '../accounts/accounts.ts';

/** Where the page before ended: 0 among the usernames or 1 among the email addresses, then what it is ordered by, the id. */
export type Cursor = [step: number, key: string, id: number];

interface ListQuery {
  q?: string | undefined;
  grant?: Grant | undefined;
  limit: number;
  after?: Cursor | undefined;
}

type PersonRow = Omit<AdministeredPerson, 'created_at'> & RowOf<'users', 'created_at'> & { key: string; step: number };

// The same expressions as in the indexes.
const keys = [sql<string>`lower(u.username) collate "C"`, sql<string>`lower(u.email) collate "C"`] as const;
const beyond = '\u{10ffff}';

const grantsOf = (now: Date) => sql`array(
  select g.name from ${heldGrants(now)} g where g.user_id = u.id order by g.name)`;

/** A page of the people whose username starts with a text, then of those whose email address does; each group in that order. */
export async function listPeople(
  db: Db,
  { q = '', grant, limit, after }: ListQuery,
  now: Date,
): Promise<Page<PersonRow>> {
  const rows: PersonRow[] = [];
  const first = after?.[0] ?? 0;
  for (const [step, key] of keys.entries()) {
    // Every username starts with the empty string, so the first step alone finds everybody.
    if (step < first || rows.length > limit || (q === '' && step > 0)) continue;
    const begins = beginning(key, q);
    const which = step === 0 ? begins : sql<boolean>`${begins} and not ${beginning(keys[0], q)}`;
    const from =
      after?.[0] === step ? sql<boolean>`(${key}, u.id) > (${after[1]} collate "C", ${after[2]})` : sql<boolean>`true`;
    const found = await sql<PersonRow>`
      select u.id, u.username, u.email, u.role, u.disabled_at is not null as disabled, u.created_at,
        ${grantsOf(now)} as grants, ${key} as key, ${step}::integer as step
      from ${accounts} u where ${which} and ${from} and ${holding(grant, now)} and u.erased_at is null
      order by ${key}, u.id limit ${limit + 1 - rows.length}`.execute(db);
    rows.push(...found.rows);
  }
  return pageOf(rows, limit, ({ step, key, id }): Cursor => [step, key, id]);
}

const beginning = (key: RawBuilder<string>, q: string) =>
  q === ''
    ? sql<boolean>`true`
    : sql<boolean>`(${key} >= lower(${q}) collate "C" and ${key} < lower(${q}) || ${beyond} collate "C")`;

const holding = (grant: Grant | undefined, now: Date) =>
  grant === undefined
    ? sql<boolean>`true`
    : sql<boolean>`u.id in (
        select g.user_id from ${heldGrants(now)} g where g.name = ${grant})`;

export const sentPerson = (row: PersonRow): AdministeredPerson => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

/** One person with all grants that have not ended, and the number of open sessions. Throws `not_found`. */
export async function getPerson(db: Db, id: number, now: Date): Promise<FullPerson> {
  const { rows } = await sql<FullPerson>`
    select u.id, u.username, u.email, u.role, u.disabled_at is not null as disabled, ${instant(sql`u.disabled_at`)} as disabled_at,
      ${instant(sql`u.created_at`)} as created_at,
      (select count(*) from ${sessions} s where s.user_id = u.id and s.ended_at is null and s.expires_at > ${now})::integer
        as session_count,
      coalesce((
        select json_agg(json_build_object('name', g.name, 'granted_at', ${instant(sql`g.granted_at`)},
          'expires_at', ${instant(sql`g.expires_at`)}) order by g.name)
        from ${heldGrants(now)} g where g.user_id = u.id), '[]') as grants
    from ${accounts} u where u.id = ${id} and u.erased_at is null`.execute(db);
  if (rows[0] === undefined) throw new Problem('not_found');
  return rows[0];
}

/** The id of the person with a username, in any spelling of it. Throws 400 naming `username`. */
export async function idOf(db: Db, username: string): Promise<number> {
  const { rows } = await sql<RowOf<'users', 'id'>>`
    select id from ${people} account where lower(username) = lower(${username.normalize('NFC')}) and erased_at is null`.execute(
    db,
  );
  if (rows[0] === undefined) throw invalidField('username', 'There is no account with that name.');
  return rows[0].id;
}

/** A page of what was decided about an account, newest first. Throws `not_found`. */
export async function listDecisions(
  db: Db,
  userId: number,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<Page<DecisionOfAccount>> {
  const { rows } = await sql<DecisionOfAccount>`
    select d.id, d.decision, case when a.id is not null then json_build_object('id', a.id, 'username', a.username) end as by,
      d.grant_name as "grant", ${instant(sql`d.expires_at`)} as expires_at, d.reason, ${instant(sql`d.decided_at`)} as decided_at
    from account_decisions d left join ${people} a on a.id = d.actor_id
    where d.user_id = ${userId} and ${before === undefined ? sql`true` : sql`d.id < ${before}`}
    order by d.id desc limit ${limit + 1}`.execute(db);
  if (rows.length === 0) await getPerson(db, userId, new Date(0));
  return pageOf(rows, limit, ({ id }) => [id]);
}

/** An instant as it is sent: ISO 8601 in UTC, or null. */
const instant = (at: RawBuilder<unknown>) =>
  sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
