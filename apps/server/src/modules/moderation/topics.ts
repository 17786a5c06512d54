import type { Topics } from '../../core/live-socket.ts';

/** What open pages watch, so that a decision takes effect in them at once: an article, or a question with its answers. */
export const moderationTopics: Topics = {
  blog: { enter: async () => ({}) },
  question: { enter: async () => ({}) },
};
