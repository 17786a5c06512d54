import type { Kind } from '@carecommons/contract/moderation-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../core/db.ts';
import type { Actor } from '../../core/session.ts';

/** A thing that can be reported and hidden, whatever it is. */
export interface Item {
  author: number;
  excerpt: string;
  /** The page on which it stands. */
  address: string;
  /** Who has it open watches this; null where the module it belongs to tells of the decision itself. */
  topic: string | null;
}

const excerptLength = 300;

// The tables of other modules, read and never written.
const rowOf: Record<Kind, (id: number) => RawBuilder<unknown>> = {
  blog: (id) => sql`
    select b.author_id as author, b.title || ': ' || b.excerpt as text, '/blog/' || b.id as address, 'blog:' || b.id as topic,
      b.hidden_at is not null as hidden
    from blogs b where b.id = ${id} and b.deleted_at is null`,
  question: (id) => sql`
    select q.user_id as author, q.problem as text, '/comment/' || q.id as address, 'question:' || q.id as topic,
      q.hidden_at is not null as hidden
    from questions q where q.id = ${id}`,
  answer: (id) => sql`
    select a.user_id as author, a.comment as text, '/comment/' || a.question_id as address, 'question:' || a.question_id as topic,
      coalesce(a.hidden_at, q.hidden_at) is not null as hidden
    from answers a join questions q on q.id = a.question_id where a.id = ${id}`,
  message: (id) => sql`
    select m.author_id as author, m.content as text, '/room/' || m.room_id as address, null as topic,
      m.hidden_at is not null as hidden
    from messages m where m.id = ${id}`,
};

/**
 * What is there under a kind and an id; undefined where nothing is that the `reader` sees: what is hidden, itself or with what
 * it belongs to, is there for its author and for moderators.
 */
export async function findItem(db: Db, reader: Actor, kind: Kind, id: number): Promise<Item | undefined> {
  const moderates = reader.grants.includes('moderator');
  const { rows } = await sql<Item>`
    select author, left(text, ${excerptLength}) as excerpt, address, topic from (${rowOf[kind](id)}) item
    where not hidden or author = ${reader.user_id} or ${moderates}::boolean`.execute(db);
  return rows[0];
}
