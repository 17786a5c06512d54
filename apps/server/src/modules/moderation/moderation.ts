import type { Kind, ReportReason } from '@carecommons/contract/moderation-rules';
import { sql } from 'kysely';
import { audit } from '../../core/audit.ts';
import type { Tx } from '../../core/db.ts';
import { announce } from '../../core/live-channel.ts';
import { Problem } from '../../core/problem.ts';
import type { Actor } from '../../core/session.ts';
import { blogTexts, hide as hideBlog } from '../blogs/blogs.ts';
import { hide as hideMessage } from '../chat/chat.ts';
import { hideAnswer, hideQuestion, questionTexts } from '../help/help.ts';
import { findItem, type Item } from './items.ts';

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
 * Reports something that the actor sees and did not write; while an earlier report of the same person waits, nothing
 * changes. Throws `not_found`, `not_allowed`.
 */
export async function report(tx: Tx, actor: Actor, { reason, note, ...which }: Report, now: Date) {
  const item = await findItem(tx, which.kind, which.id);
  const own = item?.author === actor.user_id;
  if (item === undefined || (item.hidden && !own && !actor.grants.includes('moderator')))
    throw new Problem('not_found');
  if (own) throw new Problem('not_allowed', { message: 'This is your own. You can delete it instead.' });
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
 * Hides something for a reason, or without one lets it stand, which shows it again. Its open reports are decided by that.
 * False where it is there no more. Throws `wrong_state` where there is nothing to decide, `busy`.
 */
export async function decide(
  tx: Tx,
  actor: Actor,
  which: Which,
  reason: string | undefined,
  now: Date,
): Promise<boolean> {
  const { kind, id: item_id } = which;
  const item = (await hiders[kind](tx, item_id, reason, now)) && (await findItem(tx, kind, item_id));
  if (item === undefined) {
    await sql`
      update moderated set reported_at = null, hidden_at = null, hidden_reason = null
      where kind = ${kind} and item_id = ${item_id}`.execute(tx);
    return false;
  }
  const before = await hold(tx, which, item);
  if (reason === undefined && before.hidden_at === null && before.reported_at === null) {
    throw new Problem('wrong_state', { message: 'This is neither reported nor hidden.' });
  }
  await sql`
    update moderated set reported_at = null, excerpt = ${item.excerpt},
      hidden_at = ${reason === undefined ? null : now}, hidden_reason = ${reason ?? null}
    where id = ${before.id}`.execute(tx);
  await sql`
    update reports set decided_at = ${now} where moderated_id = ${before.id} and decided_at is null`.execute(tx);
  const decision = reason === undefined ? 'show' : 'hide';
  await sql`
    insert into moderation_decisions (moderated_id, moderator_id, decision, reason, decided_at)
    values (${before.id}, ${actor.user_id}, ${decision}, ${reason ?? null}, ${now})`.execute(tx);
  if (item.topic !== null) await announce(tx, item.topic, { kind: 'moderated' });
  await audit(tx, { at: now, actor, action: decision, item: { kind, id: item_id }, outcome: 'done' });
  return true;
}

/** The row about a thing, made where there is none, and held until the transaction ends. */
async function hold(tx: Tx, { kind, id }: Which, { author, excerpt, address }: Item) {
  const { rows } = await sql<{ id: number; reported_at: Date | null; hidden_at: Date | null }>`
    insert into moderated (kind, item_id, author_id, excerpt, address)
    values (${kind}, ${id}, ${author}, ${excerpt}, ${address})
    on conflict (kind, item_id) do update set address = excluded.address
    returning id, reported_at, hidden_at`.execute(tx);
  return rows[0] as (typeof rows)[number];
}

/** Forgets the finished texts in which a thing of this kind stands: to be called after the commit. */
export function forgetTexts(kind: Kind) {
  if (kind === 'blog') blogTexts.clear();
  if (kind === 'question' || kind === 'answer') questionTexts.clear();
}
