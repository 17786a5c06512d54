import { kinds, type Kind as Reported } from '@carecommons/contract/moderation-rules';
import { administrators, anyone, moderators, type Rule, signedIn, type Table, type Thing } from './notation.ts';

// Articles, the help centre, chat and moderation.

const missing = '404 not_found';
/** What is hidden is there for its author and for moderators alone. */
const moderatorGets = (expected: 200 | 201 | '403 not_allowed' | '409 wrong_state'): Rule => ({
  moderator: expected,
  else: 'as missing',
});

/** What everybody reads who is signed in, unless it is deleted or hidden. */
const readable = {
  deleted: 'as missing',
  others_deleted: 'as missing',
  hidden: moderatorGets(200),
  blocked: 'as missing',
  missing,
  else: 200,
} as const;
/** What its author changes, and others at most read. */
const changeable = {
  ...readable,
  own: 200,
  own_hidden: 200,
  beneath_hidden: moderatorGets(200),
  hidden: moderatorGets('403 not_allowed'),
  else: '403 not_allowed',
} as const;

/** A room is for all, also once it is closed. */
const everybodysRoom = { missing, else: 200 } as const;

const kindOf = { blog: 'article', question: 'question', answer: 'answer', message: 'message' } as const;
const named = (kind: Reported, { id }: Thing) => ({ kind, id });

// Nobody decides about what they wrote.
const neverTheirOwn = {
  own: '403 not_allowed',
  own_hidden: '403 not_allowed',
  beneath_hidden: '403 not_allowed',
} as const;

export const community: Table = {
  'GET /apis/blogs/': anyone('nothing', 200),
  'GET /apis/full/:blog_id/': signedIn('article', readable),
  'POST /apis/blogs/create/': signedIn('nothing', 201, { body: () => ({ title: 'Tea', content: 'Drink *more*.' }) }),
  'POST /apis/blogs/preview/': signedIn('nothing', 200, { body: () => ({ content: 'Drink *more*.' }) }),
  'GET /apis/blogs/:blog_id/': signedIn('article', changeable),
  'PATCH /apis/blogs/:blog_id/': signedIn('article', changeable, {
    body: () => ({ title: 'Better tea', content: 'Or water.' }),
  }),
  'DELETE /apis/blogs/:blog_id/': signedIn('article', changeable),
  'POST /apis/blogs/:blog_id/restore/': signedIn('article', {
    own: '409 wrong_state',
    own_hidden: '409 wrong_state',
    deleted: 200,
    missing,
    else: 'as missing',
  }),
  'GET /apis/personal/:user_id/': [
    signedIn('person', { own: 200, missing, else: 'as missing' }),
    signedIn('person', { own: 200, missing, else: 'as missing' }, { query: () => ({ deleted: 'true' }) }),
  ],
  'POST /apis/like/:blog_id/': signedIn('article', readable),

  'GET /apis/help-center/': [anyone('nothing', 200), anyone('nothing', 200, { query: () => ({ q: 'question' }) })],
  // Each kind of thing has one that is hidden, or deleted, and holds this word.
  'GET /search/': ['article', 'question', 'lake'].map((q) =>
    anyone('nothing', 200, { query: () => ({ q, limit: 20 }) }),
  ),
  'GET /search/urgency/': anyone('nothing', 200, { query: () => ({ q: 'chest pain' }) }),
  'GET /apis/help-center/own/': signedIn('nothing', 200),
  'POST /apis/help-center/create/': signedIn('nothing', 201, { body: () => ({ problem: 'Is tea good?' }) }),
  'GET /apis/help-center/:question_id/': signedIn('question', readable),
  'PATCH /apis/help-center/:question_id/': signedIn('question', changeable, { body: () => ({ problem: 'Is it?' }) }),
  'DELETE /apis/help-center/:question_id/': signedIn('question', changeable),
  'GET /apis/help-center/:question_id/comments/': signedIn('question', readable),
  'POST /apis/help-center/:question_id/comments/': signedIn(
    'question',
    { ...readable, hidden: moderatorGets('409 wrong_state'), own_hidden: '409 wrong_state', else: 201 },
    { body: () => ({ comment: 'Yes, it is.' }) },
  ),
  'DELETE /apis/help-center/comments/:answer_id/': signedIn('answer', changeable),

  'GET /apis/chat-rooms/': signedIn('nothing', 200),
  'POST /apis/chat-rooms/create/': administrators('nothing', 201, { body: () => ({ name: 'A new room' }) }),
  'GET /apis/chat-rooms/:room_id/': signedIn('room', everybodysRoom),
  'POST /apis/chat-rooms/:room_id/read/': signedIn('room', everybodysRoom, { body: () => ({ seq: 1 }) }),
  'GET /apis/messages/:room_id/': [
    signedIn('room', everybodysRoom),
    signedIn('room', everybodysRoom, { query: () => ({ after: 0, limit: 200 }) }),
  ],
  'POST /apis/messages-create/:room_id/': signedIn(
    'room',
    { deleted: '409 wrong_state', missing, else: 201 },
    { body: () => ({ content: 'Good morning.' }) },
  ),
  'DELETE /apis/messages-del/:message_id/': signedIn('message', changeable),
  'GET /apis/blocks/': signedIn('nothing', 200),
  'PUT /apis/blocks/:user_id/': signedIn('person', { own: '400 invalid_input', missing, else: 200 }),
  'DELETE /apis/blocks/:user_id/': signedIn('person', 200),

  'POST /apis/reports/create/': kinds.map((kind) =>
    signedIn(
      kindOf[kind],
      {
        own: '403 not_allowed',
        own_hidden: '403 not_allowed',
        beneath_hidden: '403 not_allowed',
        deleted: 'as missing',
        others_deleted: 'as missing',
        hidden: moderatorGets(201),
        missing,
        else: 201,
      },
      { body: (thing) => ({ ...named(kind, thing), reason: 'unkind' }) },
    ),
  ),
  'GET /apis/moderation/': [
    moderators('nothing', 200),
    moderators('nothing', 200, { query: () => ({ state: 'hidden' }) }),
  ],
  'GET /apis/decisions/reported/': signedIn('nothing', 200),
  'GET /apis/decisions/written/': signedIn('nothing', 200),
  'POST /apis/appeals/create/': [
    ...kinds.map((kind) =>
      signedIn(
        kindOf[kind],
        { own_hidden: 201, missing, else: 'as missing' },
        { body: (thing) => ({ ...named(kind, thing), text: 'It was meant kindly.' }) },
      ),
    ),
    // What one has appealed against before.
    signedIn(
      'appeal',
      { own: '409 wrong_state', deleted: '409 wrong_state', missing, else: 'as missing' },
      { body: ({ id, item = id }) => ({ kind: 'blog', id: item, text: 'It was meant kindly.' }) },
    ),
  ],
  'GET /apis/appeals/': [
    moderators('nothing', 200),
    moderators('nothing', 200, { query: () => ({ state: 'decided' }) }),
  ],
  // Neither by its author, nor by the one who hid it, for there is another moderator.
  'POST /apis/appeals/:appeal_id/decide/': ['upheld', 'lifted'].map((outcome) =>
    moderators(
      'appeal',
      {
        own: '403 not_allowed',
        deleted: '403 not_allowed',
        related: '403 not_allowed',
        others: 200,
        others_deleted: '409 wrong_state',
        missing,
      },
      { body: () => ({ outcome, answer: 'It was looked at again.', own_decision: true }) },
    ),
  ),
  'POST /apis/moderation/hide/': kinds.map((kind) =>
    moderators(
      kindOf[kind],
      { ...neverTheirOwn, deleted: 'as missing', others_deleted: 'as missing', missing, else: 200 },
      { body: (thing) => ({ ...named(kind, thing), reason: 'It is unkind.' }) },
    ),
  ),
  // What nobody reported and nobody hid is in no state to be shown.
  'POST /apis/moderation/show/': kinds.map((kind) =>
    moderators(
      kindOf[kind],
      {
        ...neverTheirOwn,
        deleted: 'as missing',
        others_deleted: 'as missing',
        hidden: 200,
        missing,
        else: '409 wrong_state',
      },
      { body: (thing) => named(kind, thing) },
    ),
  ),
};
