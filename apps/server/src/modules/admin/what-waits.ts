import type { getWhatWaits as endpoint } from '@carecommons/contract/what-waits';
import type { Grant, ReplyOf } from '@carecommons/contract/endpoint';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/auth/auth.ts';
import type { Db } from '../../platform/db/db.ts';
import { deadCount } from '../../platform/jobs/jobs.ts';
import { unreadOf } from '../chat/chat.ts';
import { reportsWaiting } from '../moderation/moderation.ts';
import { claimsWaiting } from '../verification/verification.ts';

/** How much waits for the actor: unread messages, and what the actor's grants are for. */
export async function getWhatWaits(db: Db, actor: Actor) {
  const by = (grant: Grant, waiting: RawBuilder<unknown>) => (actor.grants.includes(grant) ? waiting : sql`null`);
  const { rows } = await sql<ReplyOf<typeof endpoint>>`
    select ${unreadOf(actor)}::integer as unread_messages,
      ${by('moderator', reportsWaiting)}::integer as reports,
      ${by('verifier', claimsWaiting)}::integer as claims,
      ${by('administrator', deadCount)}::integer as failed_emails`.execute(db);
  return rows[0] as (typeof rows)[number];
}
