import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { borrowEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { signInAs } from './patients.ts';
import { startServer, stop } from './processes.ts';
import { loadSet, type SetName } from './sets.ts';

// Responses are cached for a second: so an address is requested again only later.
const lapMs = 1200;
const laps = 6;
const addresses = 40;
const goal = 1.5;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** One of the two installations: its address, and the lists to request. */
interface Side {
  base: string;
  /** An access token of somebody with some visits, as patient and as provider. */
  token(): string;
  at: { speciality: number; questions: number[]; names: string[]; words: string[]; rooms: number[] };
}

/** A list: a first address whose cursors are followed, or a number of addresses. */
interface List {
  name: string;
  from(at: Side['at']): string[];
}

const lists: List[] = [
  { name: '/providers/', from: () => ['/providers/'] },
  { name: '/providers/?q=', from: ({ names }) => names.map((name) => `/providers/?q=${encodeURIComponent(name)}`) },
  { name: '/providers/speciality/{id}/', from: ({ speciality }) => [`/providers/speciality/${speciality}/?limit=20`] },
  { name: '/apis/blogs/', from: () => ['/apis/blogs/'] },
  { name: '/apis/help-center/', from: () => ['/apis/help-center/'] },
  { name: '/apis/help-center/?q=', from: ({ words }) => words.map((word) => `/apis/help-center/?q=${word}`) },
  {
    name: '/apis/help-center/{id}/comments/',
    from: ({ questions }) => questions.map((id) => `/apis/help-center/${id}/comments/`),
  },
  { name: '/apis/chat-rooms/', from: () => ['/apis/chat-rooms/'] },
  { name: '/apis/messages/{room}/', from: ({ rooms }) => rooms.map((id) => `/apis/messages/${id}/`) },
  { name: '/api/upcoming/', from: () => ['/api/upcoming/'] },
  { name: '/api/aappointments/', from: () => ['/api/aappointments/'] },
  { name: '/api/appointments/provider/', from: () => ['/api/appointments/provider/'] },
  { name: '/api/notifications/', from: () => ['/api/notifications/'] },
];

/**
 * How much longer a page of each list takes with a million rows than with a thousand: two installations are asked alternately,
 * one address after the other, none so soon again that a cache could answer. The installations stay in `folder`, and are used
 * again.
 */
export async function growth(folder: string, words: readonly string[]) {
  const sides = [await open(join(folder, 'thousand'), 'thousand'), await open(join(folder, 'huge'), 'huge')];
  const table = [];
  for (const { name, from } of lists.filter(
    (list) => words.length === 0 || words.some((word) => list.name.includes(word)),
  )) {
    const found = await Promise.all(sides.map(async (side) => await follow(side, from(side.at))));
    // The same number in both: later pages are about more different people.
    const asked = found.map((pages) => pages.slice(0, Math.min(...found.map(({ length }) => length))));
    const took: number[][] = [[], []];
    for (let lap = 0; lap < laps; lap++) {
      for (const [n, side] of sides.entries()) {
        const until = performance.now() + lapMs;
        const times = await ask(side, asked[n] as string[]);
        // The first round is a warm-up.
        if (lap > 0) took[n]?.push(...times);
        await sleep(Math.max(0, until - performance.now()));
      }
    }
    const [few = NaN, many = NaN] = took.map(median);
    table.push({
      list: name,
      pages: asked[0]?.length,
      'p50 at 1,000 ms': few.toFixed(2),
      'p50 at 1,000,000 ms': many.toFixed(2),
      ratio: (many / few).toFixed(2),
      goal,
      ok: many / few <= goal,
    });
  }
  return table;
}

/** Starts an installation with a data set, and fills it if it is new. */
async function open(folder: string, set: SetName): Promise<Side> {
  mkdirSync(folder, { recursive: true });
  const filled = join(folder, 'filled');
  const dataDir = join(folder, 'data');
  if (!existsSync(filled)) {
    await stop((await startServer(folder)).child);
    const database = await borrowEmbeddedPostgres({ dataDir, log: quiet });
    await loadSet(database.owner, set);
    await database.stop();
    writeFileSync(filled, '');
  }
  const { ready } = await startServer(folder);
  const { owner } = await borrowEmbeddedPostgres({ dataDir, log: quiet });
  const { reader, ...at } = await lookUp(owner);
  return { base: ready.ready, at, token: await signInAs({ owner, dataDir }, reader) };
}

async function lookUp(owner: pg.ClientConfig) {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(visitsOfReader);
    const { rows } = await client.query<Side['at'] & { reader: number }>(
      `select (select min(id) from users where username like 'bench-%') as reader,
         (select speciality_id from provider_specialities group by 1 order by count(*) desc, 1 limit 1) as speciality,
         array(select id from questions where comment_count = 3 order by id limit $1) as questions,
         array(select name from providers where user_id in (select id from users where username like 'bench-%')
           order by user_id limit $1) as names,
         array(select distinct split_part(search, ' ', -4) from (
           select search from questions where problem like 'How does % go on?' order by id limit $1) first_ones) as words,
         array(select id from rooms order by id limit 10) as rooms`,
      [addresses],
    );
    return rows[0] as (typeof rows)[number];
  } finally {
    await client.end();
  }
}

// The same number in both installations: some pages of one person's visits, past and future, as patient and as provider, and of
// their notifications.
const visitsOfReader = `
  with people as (select min(user_id) as reader, max(user_id) as other from (
    select id as user_id from users where username like 'bench-%' order by id limit 2) two),
  made as (insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
  select case when mine then reader else other end, case when mine then other else reader end, at, at + interval '30 minutes',
    'Asia/Kolkata', tstzrange(at, at + interval '30 minutes'), 'A cough that stays.',
    case when n < 0 then 'completed' else 'approved' end, now()
  from people, unnest('{true,false}'::boolean[]) mine, generate_series(-200, 200) n,
    lateral (select date_trunc('day', now()) + n * interval '30 days') t (at)
  where n <> 0 and not exists (select from appointments where provider_id = reader and starts_at > now())
  returning id, version)
  insert into notifications (user_id, kind, appointment_id, version, created_at, read_at, announced)
  select reader, 'request_approved', id, version, now(), now(), true from people, made`;

/** Follows the cursors from a first address, up to a number of pages. */
async function follow(side: Side, known: string[]) {
  const pages = [...known];
  const [only] = known;
  if (known.length > 1 || only === undefined) return pages;
  for (let next: string | undefined = only; pages.length < addresses;) {
    const answer = await fetchPage(side, next);
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    if (next === undefined) break;
    next = new URL(next, side.base).href.slice(side.base.length);
    pages.push(next);
  }
  return pages;
}

/** Requests pages one after the other, and returns the duration of each in milliseconds. */
async function ask(side: Side, pages: string[]) {
  const times: number[] = [];
  for (const page of pages) {
    const began = performance.now();
    await (await fetchPage(side, page)).text();
    times.push(performance.now() - began);
  }
  return times;
}

async function fetchPage({ base, token }: Side, page: string) {
  const headers = { accept: 'application/json', authorization: `Bearer ${token()}` };
  const answer = await fetch(base + page, { headers });
  if (!answer.ok) throw new Error(`${page} answers ${answer.status}`);
  return answer;
}

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
