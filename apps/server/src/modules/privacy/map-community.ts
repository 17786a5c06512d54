import type { TableData } from './table-data.ts';

const author = (column: string) => [{ kind: 'own', as: 'author', where: `t.${column} = :person` }] as const;
const own = [{ kind: 'own', as: 'owner', where: 't.user_id = :person' }] as const;

// Uses the indexes, which begin with the room.
const inAnyRoom = 't.room_id in (select r.id from rooms r)';

/** What people publish, and its moderation. */
export const community = {
  blogs: {
    what: 'Your articles, also those that you deleted.',
    rows: author('author_id'),
    given: [
      'id',
      'author_id',
      'title',
      'content',
      'likes_count',
      'created_at',
      'updated_at',
      'deleted_at',
      'hidden_at',
      'hidden_reason',
    ],
    held: { body: 'derived', excerpt: 'derived', search: 'derived' },
  },
  blog_likes: {
    what: 'The articles that you like.',
    rows: own,
    given: ['blog_id', 'user_id', 'liked_at'],
    held: {},
  },
  questions: {
    what: 'Your questions in the help centre.',
    rows: author('user_id'),
    given: ['id', 'user_id', 'problem', 'comment_count', 'created_at', 'edited_at', 'hidden_at', 'hidden_reason'],
    held: { search: 'derived' },
  },
  answers: {
    what: 'Your answers in the help centre.',
    rows: author('user_id'),
    given: ['id', 'question_id', 'user_id', 'comment', 'created_at', 'hidden_at', 'hidden_reason'],
    held: {},
    // A hidden question of somebody else is not visible.
    written: {
      question_id: `(select q.id from questions q
        where q.id = t.question_id and (q.hidden_at is null or q.user_id = :person))`,
    },
  },
  messages: {
    what: 'Your messages in rooms.',
    rows: [{ kind: 'own', as: 'author', where: `${inAnyRoom} and t.author_id = :person` }],
    given: ['id', 'room_id', 'seq', 'author_id', 'content', 'created_at', 'hidden_at', 'hidden_reason'],
    held: { client_id: 'derived' },
    added: { room: '(select r.name from rooms r where r.id = t.room_id)' },
  },
  room_members: {
    what: 'The rooms in which you were, and on which day last.',
    rows: [{ kind: 'own', as: 'owner', where: `${inAnyRoom} and t.user_id = :person` }],
    given: ['room_id', 'user_id', 'active_on'],
    held: {},
    added: { room: '(select r.name from rooms r where r.id = t.room_id)' },
  },
  room_reads: {
    what: 'How far you have read each room.',
    rows: own,
    given: ['user_id', 'room_id', 'seq', 'read_at'],
    held: {},
    added: { room: '(select r.name from rooms r where r.id = t.room_id)' },
  },
  blocks: {
    what: 'The people whom you block.',
    rows: [
      { kind: 'own', as: 'owner', where: 't.user_id = :person' },
      // People do not learn who blocks them.
      { kind: 'others', as: 'blocked', where: 't.blocked_id = :person' },
    ],
    given: ['user_id', 'blocked_id', 'blocked_at'],
    held: {},
  },
  moderated: {
    what: 'What you wrote that was reported or hidden.',
    // The author does not know of a report that was never decided.
    rows: [
      {
        kind: 'own',
        as: 'author',
        where: 't.author_id = :person',
        given: 'exists (select from moderation_decisions d where d.moderated_id = t.id)',
      },
    ],
    given: ['kind', 'item_id', 'author_id', 'excerpt', 'address', 'hidden_at', 'hidden_reason'],
    // Only the reporter may know that they reported it.
    held: { id: 'derived', reported_at: 'of_others' },
  },
  reports: {
    what: 'What you reported.',
    rows: [
      { kind: 'own', as: 'reporter', where: 't.reporter_id = :person' },
      {
        kind: 'others',
        as: 'author',
        where: 'exists (select from moderated m where m.id = t.moderated_id and m.author_id = :person)',
      },
    ],
    given: ['reporter_id', 'reason', 'note', 'created_at', 'decided_at', 'decision_id'],
    held: { moderated_id: 'derived' },
  },
  moderation_decisions: {
    what: 'What moderators decided about what you wrote, or you about what others did.',
    rows: [
      {
        kind: 'own',
        as: 'author',
        where: 'exists (select from moderated m where m.id = t.moderated_id and m.author_id = :person)',
        without: ['moderator_id'],
      },
      { kind: 'kept', as: 'moderator', where: 't.moderator_id = :person' },
    ],
    given: ['id', 'moderator_id', 'decision', 'reason', 'decided_at'],
    held: { moderated_id: 'derived' },
  },
  appeals: {
    what: 'Your appeals, or what you answered to those of others.',
    rows: [
      { kind: 'own', as: 'author', where: 't.author_id = :person', without: ['decided_by'] },
      { kind: 'kept', as: 'moderator', where: 't.decided_by = :person', without: ['author_id', 'text', 'created_at'] },
    ],
    given: ['decision_id', 'author_id', 'text', 'created_at', 'outcome', 'answer', 'decided_by', 'decided_at'],
    held: { id: 'derived' },
  },
} satisfies Record<string, TableData>;
