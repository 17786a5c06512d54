import type { Topic, Topics } from '../../platform/routing/routing.ts';
import { findItem } from './items.ts';

const watchable = (kind: 'blog' | 'question'): Topic => ({
  enter: async ({ db }, actor, id) => ((await findItem(db, actor, kind, id)) === undefined ? undefined : {}),
});

/**
 * What open pages watch, so that a decision takes effect in them at once: an article, or a question with its answers,
 * that the person can see.
 */
export const moderationTopics: Topics = { blog: watchable('blog'), question: watchable('question') };
