import type { Kind } from '@carecommons/contract/moderation-rules';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/auth/auth.ts';
import { itemOfBlog } from '../blogs/blogs.ts';
import { itemOfMessage } from '../chat/chat.ts';
import { itemOfAnswer, itemOfQuestion } from '../help/help.ts';

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

const itemOf = { blog: itemOfBlog, question: itemOfQuestion, answer: itemOfAnswer, message: itemOfMessage };

/**
 * What is there under a kind and an id; undefined where nothing is that the `reader` sees: what is hidden, itself or with what
 * it belongs to, is there for its author and for moderators.
 */
export async function findItem(db: Db, reader: Actor, kind: Kind, id: number): Promise<Item | undefined> {
  const moderates = reader.grants.includes('moderator');
  const { rows } = await sql<Item>`
    select author, left(text, ${excerptLength}) as excerpt, address, topic from (${itemOf[kind](id)}) item
    where not hidden or author = ${reader.user_id} or ${moderates}::boolean`.execute(db);
  return rows[0];
}
