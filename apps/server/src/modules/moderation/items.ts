import type { Kind } from '@carecommons/contract/moderation-rules';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { itemOfBlog } from '../blogs/blogs.ts';
import { itemOfMessage } from '../chat/chat.ts';
import { itemOfAnswer, itemOfQuestion } from '../help/help.ts';

/** An item of any kind that can be reported and hidden. */
export interface Item {
  author: number;
  excerpt: string;
  /** The page that shows it. */
  address: string;
  /** The topic that its readers watch; null if its own module publishes the decision. */
  topic: string | null;
}

const excerptLength = 300;

const itemOf = { blog: itemOfBlog, question: itemOfQuestion, answer: itemOfAnswer, message: itemOfMessage };

/**
 * The item with a kind and an id; undefined if the `reader` cannot see it. A hidden item, or one in a hidden item,
 * exists only for its author and for moderators.
 */
export async function findItem(db: Db, reader: Actor, kind: Kind, id: number): Promise<Item | undefined> {
  const moderates = reader.grants.includes('moderator');
  const { rows } = await sql<Item>`
    select author, left(text, ${excerptLength}) as excerpt, address, topic from (${itemOf[kind](id)}) item
    where not hidden or author = ${reader.user_id} or ${moderates}::boolean`.execute(db);
  return rows[0];
}
