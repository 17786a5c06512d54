import { randomUUID } from 'node:crypto';
import { type Call, type BenchData, rows, spellings } from './calls.ts';
import type { CommunitySet } from './community.ts';
import type { Patient } from './patients.ts';

const said = 'Thank you, that helps. I will write again when I know more.';
const asked = 'Does anybody sleep better since they walk in the evening?';
// Long enough to have the needed number of spellings.
const sought = 'blood pressure';
// An article as people write them: some formatting, some thousand characters.
const article = {
  title: 'A quiet evening',
  content: `## What helps\n\n- **Walk** before it is dark.\n- Read [a book](https://example.org/).\n\n${'One thing at a time, and a little every day; nobody has to change everything at once. '.repeat(20)}\n`,
};

/** The calls of articles, the help centre and chat, and their pages. */
export function communityCalls(at: BenchData, patients: Patient[], set: CommunitySet): Call[] {
  const [blog = 0] = at.blogs;
  const [room = 0] = at.rooms;
  return [
    {
      name: 'GET /apis/blogs/',
      path: '/apis/blogs/',
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => rows(text) === 50,
    },
    {
      name: 'GET /apis/full/{id}/ (token)',
      path: `/apis/full/${blog}/`,
      token: true,
      limit: 'article',
      goal: 0.8,
      right: ({ text }) => text.includes(`"id":${blog}`) && text.includes('"liked":false'),
    },
    {
      name: 'GET /apis/help-center/',
      path: '/apis/help-center/',
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => rows(text) === 50,
    },
    {
      name: 'GET /apis/help-center/?q=',
      path: '/apis/help-center/?q=sleep',
      limit: 'text',
      goal: 0.8,
      right: ({ text }) => rows(text) > 0 && /sleep/i.test(text),
    },
    {
      name: 'GET /apis/help-center/?q=, uncached',
      path: '/apis/help-center/',
      each: spellings('/apis/help-center/?q=', sought),
      limit: 'search',
      goal: 0.8,
      right: ({ text }) => rows(text) > 0 && text.toLowerCase().includes(sought),
    },
    // One after the other, as a person types: each should take less than a tenth of a second.
    {
      name: 'GET /search/?q=, letter by letter',
      path: '/search/',
      each: letterByLetter('blood pressure', 'cardiology', 'slepeing', 'dr. bench 77'),
      connections: 1,
      limit: 'none',
      goal: 25,
      right: ({ text }) => text.startsWith('{"providers":['),
    },
    {
      name: 'GET /apis/help-center/{id}/comments/ (token)',
      path: `/apis/help-center/${at.question}/comments/`,
      token: true,
      limit: 'answers',
      goal: 0.8,
      right: ({ text }) => rows(text) >= set.answers,
    },
    {
      name: 'GET /apis/chat-rooms/ (token)',
      path: '/apis/chat-rooms/',
      token: true,
      limit: 'rooms',
      goal: 0.8,
      right: ({ text }) => rows(text) === set.rooms,
    },
    {
      name: 'GET /apis/messages/{room}/ (token)',
      path: `/apis/messages/${room}/`,
      token: true,
      limit: 'messages',
      goal: 0.8,
      right: ({ text }) => rows(text) === 50,
    },
    {
      name: 'GET /apis/messages/{room}/?after= (token)',
      path: `/apis/messages/${room}/?after=40`,
      token: true,
      limit: 'messages-after',
      goal: 0.8,
      right: ({ text }) => rows(text) === 50 && text.includes('"seq":41,'),
    },
    {
      name: 'POST /apis/messages-create/{room}/ (token), ten rooms',
      method: 'POST',
      path: '/apis/messages-create/',
      each: messages(patients, at.rooms),
      status: 201,
      limit: 'message',
      goal: 0.6,
      right: ({ text }) => text.includes(said),
    },
    {
      name: 'POST /apis/messages-create/{room}/ (token), one room',
      method: 'POST',
      path: '/apis/messages-create/',
      each: messages(patients, [room]),
      status: 201,
      limit: 'message',
      goal: 0.6,
      right: ({ text }) => text.includes(said),
    },
    {
      name: 'POST /apis/like/{id}/ (token)',
      method: 'POST',
      path: '/apis/like/',
      each: likes(patients, at.blogs),
      limit: 'like',
      goal: 0.6,
      right: ({ text }) => text.includes('"liked":true'),
    },
    {
      name: 'POST /apis/help-center/create/ (token)',
      method: 'POST',
      path: '/apis/help-center/create/',
      each: byTurns(patients, ({ id, token }) => ({
        token,
        body: { problem: asked },
        work: { user: id, problem: asked },
      })),
      status: 201,
      limit: 'question',
      goal: 0.6,
      right: ({ text }) => text.includes(asked),
    },
    {
      name: 'POST /apis/blogs/create/ (token)',
      method: 'POST',
      path: '/apis/blogs/create/',
      each: byTurns(patients, ({ id, token }) => ({ token, body: article, work: { user: id, ...article } })),
      status: 201,
      limit: 'publish',
      goal: 0.6,
      right: ({ text }) => text.includes('<strong>Walk</strong>'),
    },
    ...pages(),
  ];
}

function pages(): Call[] {
  const page = { html: true, goal: 0.8, right: ({ text }: { text: string }) => text.includes('</html>') } as const;
  const anew = { ...page, connections: 8, limit: 'none', goal: 1500 } as const;
  return [
    { name: 'the page /blog, cached', path: '/blog', ...page, limit: 'text' },
    { name: 'the page /help, cached', path: '/help', ...page, limit: 'text' },
    // No parameter varies `/blog`: its cache would answer.
    { name: 'the page /help, uncached', path: '/help', each: spellings('/help?q=', sought), ...anew },
  ];
}

/** One patient after the other, in rounds; with the number of the round. */
function byTurns<T>(patients: Patient[], request: (patient: Patient, round: number) => T) {
  let turn = 0;
  return () => {
    const at = turn++;
    return request(patients[at % patients.length] as Patient, Math.floor(at / patients.length));
  };
}

/** Everybody writes the same in each of the rooms. */
function messages(patients: Patient[], rooms: number[]) {
  let turn = 0;
  return byTurns(patients, ({ id, token }) => {
    const room = rooms[turn++ % rooms.length];
    const body = { content: said, client_id: randomUUID() };
    return { path: `/apis/messages-create/${room}/`, token, body, work: { ...body, room, author: id } };
  });
}

/** Everybody likes each of the articles once. */
function likes(patients: Patient[], blogs: number[]) {
  return byTurns(patients, ({ id, token }, round) => {
    // Neighbours like different articles, as in practice.
    const blog = blogs[(id + round) % blogs.length];
    return { path: `/apis/like/${blog}/`, token, body: {}, work: { blog, user: id } };
  });
}

/** Searches as they are typed: the first letter, two, and so on. */
function letterByLetter(...texts: string[]) {
  const typed = texts.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));
  let number = 0;
  return () => ({ path: `/search/?q=${encodeURIComponent(typed[number++ % typed.length] ?? '')}` });
}
