import { sql } from 'kysely';
import type { Actor } from '../../platform/auth/auth.ts';

const moderates = ({ grants }: Actor) => grants.includes('moderator');

/**
 * Whether the actor sees a message `m`: a hidden one only as its author or a moderator, and none of a person whom the
 * actor has blocked.
 */
export const shownTo = (actor: Actor) => sql<boolean>`
  (m.hidden_at is null or m.author_id = ${actor.user_id} or ${moderates(actor)}::boolean)
  and not exists (select from blocks b where b.user_id = ${actor.user_id} and b.blocked_id = m.author_id)`;
