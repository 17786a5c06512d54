import type pg from 'pg';
import { searchTextOf } from '../apps/server/src/platform/search/search.ts';

// This many people write; each room has this many members.
const authors = 500;
const authorsOfRoom = 40;

const sentence = 'I write down what I notice each evening, because a week of notes says more than one bad night. ';
const paragraph = sentence.repeat(4).trim();

// Typical questions, already in folded form.
const subjects = [
  'cough',
  'fever',
  'sleep',
  'knees',
  'diabetes',
  'migraine',
  'pregnancy',
  'asthma',
  'allergy',
  'stress',
];
const people = ['my mother', 'my son', 'a friend', 'a runner', 'a nurse', 'myself', 'a teacher'];

/** The numbers of articles, questions, answers to each question, rooms, and messages in each room. */
export interface CommunitySet {
  blogs: number;
  questions: number;
  answers: number;
  rooms: number;
  messages: number;
}

/** Adds articles, questions, answers, rooms and messages by existing authors. */
export async function loadCommunity(client: pg.Client, set: CommunitySet) {
  const { rows } = await client.query<{ id: number }>('select user_id as id from providers order by user_id limit $1', [
    authors,
  ]);
  const ids = rows.map(({ id }) => id);
  await addArticles(client, ids, set.blogs);
  await addQuestions(client, ids, set);
  await addMessages(client, ids, set);
}

async function addArticles(client: pg.Client, ids: number[], count: number) {
  const written = Array(6).fill(paragraph).join('\n\n');
  await client.query(
    `with made as (
       insert into blogs (author_id, title, content, body, excerpt, search, likes_count, created_at, updated_at)
       select ($1::int[])[1 + n % cardinality($1::int[])], 'Sleeping through the night, part ' || n, $2, $3, left($2, 300),
         ' sleeping through the night part ' || n || $5::text, n % 4,
         now() - n * interval '31 seconds', now() - n * interval '31 seconds'
       from generate_series((select count(*) from blogs) + 1, $4::int) n
       returning id, likes_count, created_at, search),
     words as (insert into blog_words
       select distinct word from made, regexp_split_to_table(trim(search), ' ') word where length(word) > 2
       on conflict do nothing)
     insert into blog_likes (blog_id, user_id, liked_at)
     select id, ($1::int[])[n], created_at from made, generate_series(1, likes_count) n`,
    [ids, written, `<p>${paragraph}</p>\n`.repeat(6), count, searchTextOf(written.slice(0, 300))],
  );
}

async function addQuestions(client: pg.Client, ids: number[], { questions, answers }: CommunitySet) {
  // Besides frequent words, each has a rarer word, which it shares with about fifty others at any size.
  await client.query(
    `with made as (
       insert into questions (user_id, problem, search, comment_count, created_at)
       select ($1::int[])[1 + n % cardinality($1::int[])], 'How does ' || text || ' go on?', ' how does ' || text || ' go on ', $2,
         now() - n * interval '29 seconds'
       from generate_series((select count(*) from questions) + 1, $3::int) n,
         lateral (select ($4::text[])[1 + n % cardinality($4::text[])] || ' of ' || ($5::text[])[1 + n % cardinality($5::text[])]
           || ' with ' || translate(lpad((n * 7919 % greatest(1, $3::int / 50))::text, 5, '0'), '0123456789', 'aeioubrstl') as text) said
       returning id, search, created_at),
     words as (insert into question_words
       select distinct word from made, regexp_split_to_table(trim(search), ' ') word where length(word) > 2
       on conflict do nothing)
     insert into answers (question_id, user_id, comment, created_at)
     select id, ($1::int[])[1 + (id + n) % cardinality($1::int[])], $6, created_at + n * interval '1 second'
     from made, generate_series(1, $2::int) n`,
    [ids, answers, questions, subjects, people, sentence],
  );
}

async function addMessages(client: pg.Client, ids: number[], { rooms, messages }: CommunitySet) {
  await client.query(
    `with made as (
       insert into rooms (name, created_at) select 'Room ' || n, now()
       from generate_series((select count(*) from rooms) + 1, $1::int) n returning id)
     insert into room_sequences (room_id) select id from made`,
    [rooms],
  );
  await client.query(
    `insert into messages (room_id, seq, author_id, client_id, content, created_at)
     select s.room_id, n, ($1::int[])[1 + (n + s.room_id) % least($3::int, cardinality($1::int[]))], gen_random_uuid(), $4,
       now() - ($2::int - n) * interval '37 seconds'
     from room_sequences s, generate_series(s.seq + 1, $2::int) n`,
    [ids, messages, authorsOfRoom, sentence],
  );
  await client.query('update room_sequences set seq = greatest(seq, $1)', [messages]);
  await client.query(
    `with made as (
       insert into room_members (room_id, user_id, active_on)
       select id, author, (now() at time zone 'UTC')::date from rooms, unnest(($1::int[])[1:$2::int]) author
       on conflict do nothing returning room_id, active_on)
     insert into room_days as d (room_id, day, people) select room_id, active_on, count(*) from made group by 1, 2
     on conflict (room_id, day) do update set people = d.people + excluded.people`,
    [ids, authorsOfRoom],
  );
}
