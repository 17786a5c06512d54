import { type Kind, mayDecide, mayDecideAppeal, type ReportReason } from '@carecommons/contract/moderation-rules';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { ColumnOf, RowOf, Tx } from '../../platform/db/db.ts';
import { announce } from '../../platform/broadcast/broadcast.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { clearBlogTexts, hide as hideBlog } from '../blogs/blogs.ts';
import { hide as hideMessage } from '../chat/chat.ts';
import { hideAnswer, hideQuestion, questionTexts } from '../help/help.ts';
import { lastShown, noOtherModerator } from './decisions.ts';
import { findItem, type Item } from './items.ts';
import { sendDecisionEmails } from './emails.ts';

const hiders = { blog: hideBlog, question: hideQuestion, answer: hideAnswer, message: hideMessage };

interface Which {
  kind: Kind;
  id: number;
}

interface Report extends Which {
  reason: ReportReason;
  note?: string | undefined;
}

/**
 * Reports an item that the actor sees and did not write. While an earlier report of the same person waits, nothing
 * changes. Throws `not_found`, `not_allowed`.
 */
export async function report(tx: Tx, actor: Actor, { reason, note, ...which }: Report, now: Date) {
  const item = await findItem(tx, actor, which.kind, which.id);
  if (item === undefined) throw new Problem('not_found');
  if (item.author === actor.user_id)
    throw new Problem('not_allowed', { message: 'This is your own. You can delete it instead.' });
  const { id } = await hold(tx, which, item);
  const { rows } = await sql`
    insert into reports (moderated_id, reporter_id, reason, note, created_at)
    values (${id}, ${actor.user_id}, ${reason}, ${note || null}, ${now})
    on conflict (moderated_id, reporter_id) where decided_at is null do nothing returning 1`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    update moderated set reported_at = ${now}, excerpt = ${item.excerpt} where id = ${id}`.execute(tx);
}

/**
 * Hides an item with a reason; without a reason leaves it visible, or shows it again. This decides its open reports.
 * Showing it again also decides its appeal, with the `answer`. Returns the ids of such appeals, or undefined if the
 * item no longer exists. Throws `not_allowed` for its author and, if that would grant an appeal, for the one who hid it
 * while there is another moderator; `wrong_state` if there is nothing to decide or an appeal has to be answered first;
 * `busy`.
 */
export async function decide(
  tx: Tx,
  actor: Actor,
  which: Which,
  reason: string | undefined,
  now: Date,
  answer?: string,
): Promise<number[] | undefined> {
  const { kind, id: item_id } = which;
  const item = (await hiders[kind](tx, item_id, reason, now)) && (await findItem(tx, actor, kind, item_id));
  if (item === undefined) {
    await closeGone(tx, which, now);
    return undefined;
  }
  if (!mayDecide(actor, item)) throw new Problem('not_allowed', { message: 'Nobody decides about their own content.' });
  const before = await hold(tx, which, item);
  if (reason === undefined && before.hidden_at === null && before.reported_at === null) {
    throw new Problem('wrong_state', { message: 'This has been neither reported nor hidden.' });
  }
  const open = await openAppeals(tx, before.id, now);
  const appeals = open.map(({ id }) => id);
  // Showing it grants the appeal: whoever may not decide the appeal cannot bypass that here.
  if (answer === undefined && open.some((one) => !mayDecideAppeal(actor, { ...one, author: item.author }))) {
    throw new Problem('not_allowed', { message: 'You hid this. Another moderator decides.' });
  }
  const toBeAnswered = reason !== undefined || open.some(({ hider }) => hider === actor.user_id);
  if (answer === undefined && appeals.length > 0 && toBeAnswered) {
    throw new Problem('wrong_state', { message: 'Its author has appealed. Please decide the appeal.' });
  }
  await sql`
    update moderated set reported_at = null, excerpt = ${item.excerpt},
      hidden_at = ${reason === undefined ? null : now}, hidden_reason = ${reason ?? null}
    where id = ${before.id}`.execute(tx);
  // The people whose reports led to the hiding that ends now are emailed too.
  const reporters = reason === undefined ? await reportersOfHiding(tx, before.id) : [];
  const decision = reason === undefined ? 'show' : 'hide';
  const { rows: made } = await sql<RowOf<'moderation_decisions', 'id'>>`
    insert into moderation_decisions (moderated_id, moderator_id, decision, reason, decided_at)
    values (${before.id}, ${actor.user_id}, ${decision}, ${reason ?? null}, ${now}) returning id`.execute(tx);
  const { rows: decided } = await sql<RowOf<'reports', 'reporter_id'>>`
    update reports set decided_at = ${now}, decision_id = ${made[0]?.id}
    where moderated_id = ${before.id} and decided_at is null returning reporter_id`.execute(tx);
  await sql`
    update appeals set outcome = 'lifted', answer = ${answer ?? null}, decided_by = ${actor.user_id},
      decided_at = ${now} where id = any(${appeals}::integer[])`.execute(tx);
  await sendDecisionEmails(tx, [...reporters, ...decided.map(({ reporter_id }) => reporter_id)], 'reported', now);
  await sendDecisionEmails(tx, [item.author], appeals.length > 0 ? 'appeal' : 'written', now);
  if (item.topic !== null) await announce(tx, item.topic, { kind: 'moderated' });
  await audit(tx, { at: now, actor, action: decision, item: { kind, id: item_id }, outcome: 'done' });
  return appeals;
}

/** Closes everything that waits about an item that its author deleted. */
async function closeGone(tx: Tx, { kind, id }: Which, now: Date) {
  const { rows } = await sql<RowOf<'moderated', 'id'>>`
    update moderated set reported_at = null, hidden_at = null, hidden_reason = null
    where kind = ${kind} and item_id = ${id} returning id`.execute(tx);
  if (rows[0] === undefined) return;
  await sql`
    update reports set decided_at = ${now} where moderated_id = ${rows[0].id} and decided_at is null`.execute(tx);
  const appeals = (await openAppeals(tx, rows[0].id, now)).map((appeal) => appeal.id);
  await sql`
    update appeals set outcome = 'gone', decided_at = ${now} where id = any(${appeals}::integer[])`.execute(tx);
}

/** The waiting appeals about an item, with who hid it and whether another moderator can decide. */
async function openAppeals(tx: Tx, moderatedId: number, now: Date) {
  const { rows } = await sql<
    RowOf<'appeals', 'id'> & { hider: ColumnOf<'moderation_decisions', 'moderator_id'>; alone: boolean }
  >`
    select a.id, d.moderator_id as hider, ${noOtherModerator(now)} as alone
    from appeals a join moderation_decisions d on d.id = a.decision_id join moderated m on m.id = d.moderated_id
    where m.id = ${moderatedId} and a.decided_at is null`.execute(tx);
  return rows;
}

/** The people who reported what has been hidden since it was last visible. */
async function reportersOfHiding(tx: Tx, moderatedId: number): Promise<number[]> {
  const { rows } = await sql<RowOf<'reports', 'reporter_id'>>`
    select r.reporter_id from moderated m join reports r on r.moderated_id = m.id
    join moderation_decisions d on d.id = r.decision_id
    where m.id = ${moderatedId} and d.decision = 'hide' and d.id > ${lastShown}`.execute(tx);
  return rows.map(({ reporter_id }) => reporter_id);
}

/** The row about an item, created if there is none, and locked until the transaction ends. */
async function hold(tx: Tx, { kind, id }: Which, { author, excerpt, address }: Item) {
  const { rows } = await sql<RowOf<'moderated', 'id' | 'reported_at' | 'hidden_at'>>`
    insert into moderated (kind, item_id, author_id, excerpt, address)
    values (${kind}, ${id}, ${author}, ${excerpt}, ${address})
    on conflict (kind, item_id) do update set address = excluded.address
    returning id, reported_at, hidden_at`.execute(tx);
  return rows[0] as (typeof rows)[number];
}

/** Clears the cached lists that show items of this kind; call it after the commit. */
export function forgetTexts(kind: Kind) {
  if (kind === 'blog') clearBlogTexts();
  if (kind === 'question' || kind === 'answer') questionTexts.clear();
}

/** The number of items that wait for a moderator. */
export const reportsWaiting = sql<number>`(select count(*) from moderated where reported_at is not null)`;
