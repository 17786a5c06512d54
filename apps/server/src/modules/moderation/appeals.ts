import type { Appeal } from '@carecommons/contract/decisions';
import { type Kind, mayDecideAppeal } from '@carecommons/contract/moderation-rules';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type ColumnOf, type Db, type Page, pageOf, type RowOf, type Tx } from '../../platform/db/db.ts';
import { invalidField, Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { people } from '../accounts/accounts.ts';
import { lastShown, noOtherModerator } from './decisions.ts';
import { findItem } from './items.ts';
import { sendDecisionEmails } from './emails.ts';
import { decide } from './moderation.ts';

interface NewAppeal {
  kind: Kind;
  id: number;
  text: string;
}

/** Appeals against the hiding of something of the actor. Throws `not_found`, `wrong_state`, `busy`. */
export async function appeal(tx: Tx, actor: Actor, { kind, id, text }: NewAppeal, now: Date) {
  // Related rows are read only once the row is locked: a statement that waits for a lock sees the data from its start.
  await sql`select from moderated where kind = ${kind} and item_id = ${id} and author_id = ${actor.user_id}
    for update`.execute(tx);
  const { rows } = await sql<{ hidden: boolean; hiding: number | null; appealed: boolean }>`
    select m.hidden_at is not null as hidden,
      (select max(d.id) from moderation_decisions d where d.moderated_id = m.id and d.decision = 'hide') as hiding,
      exists (select from appeals a join moderation_decisions d on d.id = a.decision_id
        where d.moderated_id = m.id and d.id > ${lastShown}) as appealed
    from moderated m where m.kind = ${kind} and m.item_id = ${id} and m.author_id = ${actor.user_id}`.execute(tx);
  const [thing] = rows;
  if (thing === undefined || (await findItem(tx, actor, kind, id)) === undefined) throw new Problem('not_found');
  if (!thing.hidden) throw new Problem('wrong_state', { message: 'This is not hidden.' });
  if (thing.appealed) throw new Problem('wrong_state', { message: 'You have already appealed against this.' });
  await sql`
    insert into appeals (decision_id, author_id, text, created_at)
    values (${thing.hiding}, ${actor.user_id}, ${text}, ${now})`.execute(tx);
  await audit(tx, { at: now, actor, action: 'appeal', item: { kind, id }, outcome: 'done' });
}

interface Found extends RowOf<'moderated', 'item_id'> {
  kind: Kind;
  moderated_id: ColumnOf<'moderated', 'id'>;
  author: ColumnOf<'moderated', 'author_id'>;
  hider: ColumnOf<'moderation_decisions', 'moderator_id'>;
  alone: boolean;
}

interface Verdict {
  outcome: 'upheld' | 'lifted';
  answer: string;
  own_decision?: boolean | undefined;
}

/**
 * Decides an appeal finally. Undefined if its item no longer exists, else the item's kind. Throws `not_found`;
 * `not_allowed` for its author and, if there is another moderator, for the one who hid it; 400 naming `own_decision` if
 * that moderator has not confirmed that it is their own decision; `wrong_state` if it was decided before; `busy`.
 */
export async function decideAppeal(
  tx: Tx,
  actor: Actor,
  appealId: number,
  { outcome, answer, own_decision }: Verdict,
  now: Date,
): Promise<Kind | undefined> {
  const { rows } = await sql<Found>`
    select m.kind, m.item_id, m.id as moderated_id, m.author_id as author, d.moderator_id as hider, ${noOtherModerator(now)} as alone
    from appeals a join moderation_decisions d on d.id = a.decision_id join moderated m on m.id = d.moderated_id
    where a.id = ${appealId}`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new Problem('not_found');
  if (!mayDecideAppeal(actor, found)) {
    const own = actor.user_id === found.author;
    const message = own ? 'Nobody decides about their own appeal.' : 'You hid this. Another moderator decides.';
    throw new Problem('not_allowed', { message });
  }
  if (actor.user_id === found.hider && own_decision !== true) {
    throw invalidField('own_decision', 'You hid this yourself, and there is no other moderator. Please confirm.');
  }
  const { kind, item_id: id } = found;
  const decided =
    outcome === 'upheld'
      ? await uphold(tx, actor, found.moderated_id, answer, now)
      : await decide(tx, actor, { kind, id }, undefined, now, answer);
  if (decided === undefined) return undefined;
  // It was decided otherwise a moment before.
  if (!decided.includes(appealId)) throw new Problem('wrong_state', { message: 'This appeal is decided.' });
  if (outcome === 'upheld') await sendDecisionEmails(tx, [found.author], 'appeal', now);
  const action = outcome === 'upheld' ? 'uphold' : 'lift';
  await audit(tx, { at: now, actor, action, item: { kind, id }, outcome: 'done' });
  return kind;
}

/** Keeps an item hidden finally; returns the ids of the appeals that this decides. */
async function uphold(tx: Tx, actor: Actor, moderatedId: number, answer: string, now: Date): Promise<number[]> {
  await sql`select from moderated where id = ${moderatedId} for update`.execute(tx);
  const { rows } = await sql<RowOf<'appeals', 'id'>>`
    update appeals a set outcome = 'upheld', answer = ${answer}, decided_by = ${actor.user_id}, decided_at = ${now}
    from moderation_decisions d
    where d.id = a.decision_id and d.moderated_id = ${moderatedId} and a.decided_at is null returning a.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Where the previous page ended: when it was made or decided, in milliseconds, and its number. */
export type Cursor = readonly [number, number];

interface ListQuery {
  state: 'waiting' | 'decided';
  limit: number;
  after?: Cursor | undefined;
}

interface AppealRow
  extends
    Omit<Appeal, 'created_at' | 'decided_at' | 'hidden_at' | 'own'>,
    RowOf<'appeals', 'created_at' | 'decided_at'> {
  hidden_at: ColumnOf<'moderation_decisions', 'decided_at'>;
}

/** A page of the waiting appeals, oldest first, or of the decided ones, newest first. */
export async function listAppeals(
  db: Db,
  actor: Actor,
  { state, limit, after }: ListQuery,
  now: Date,
): Promise<Page<Appeal>> {
  const waits = state === 'waiting';
  const since = waits ? sql`a.created_at` : sql`a.decided_at`;
  const [beyond, way] = waits ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  const from =
    after === undefined ? sql`true` : sql`(${since}, a.id) ${beyond} (${new Date(after[0])}::timestamptz, ${after[1]})`;
  const { rows } = await sql<AppealRow>`
    select a.id, m.kind, json_build_object('id', u.id, 'username', u.username) as author, m.excerpt, m.address,
      json_build_object('id', h.id, 'username', h.username) as hidden_by, d.reason as hidden_reason,
      d.decided_at as hidden_at, a.text, a.created_at, a.outcome, a.answer, a.decided_at, ${noOtherModerator(now)} as alone
    from appeals a join moderation_decisions d on d.id = a.decision_id join moderated m on m.id = d.moderated_id
    join ${people} u on u.id = a.author_id join ${people} h on h.id = d.moderator_id
    where ${waits ? sql`a.decided_at is null` : sql`a.decided_at is not null`} and ${from}
    order by ${since} ${way}, a.id ${way} limit ${limit + 1}`.execute(db);
  const { rows: page, next } = pageOf(rows, limit, ({ id, created_at, decided_at }): Cursor => {
    return [(waits ? created_at : decided_at)?.getTime() ?? 0, id];
  });
  const sent = page.map((row) => ({
    ...row,
    own: row.hidden_by.id === actor.user_id,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    hidden_at: row.hidden_at.toISOString(),
  }));
  return { rows: sent, next };
}
