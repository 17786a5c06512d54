import pg from 'pg';
import { type CareSet, loadCare } from './care.ts';
import { type CommunitySet, loadCommunity } from './community.ts';

interface Set extends CommunitySet, CareSet {
  specialities: number;
  providers: number;
}

const thousand = 1000;
const million = 1_000_000;

/** The minimum number of rows of each table; answers to each question, messages in each room. */
export const sets = {
  small: {
    specialities: 36,
    providers: 60,
    blogs: 60,
    questions: 100,
    answers: 3,
    rooms: 10,
    messages: 100,
    appointments: 300,
  },
  thousand: {
    specialities: 200,
    providers: thousand,
    blogs: thousand,
    questions: thousand,
    answers: 3,
    rooms: 10,
    messages: thousand,
    appointments: thousand,
  },
  big: {
    specialities: 200,
    providers: 1000,
    blogs: 2000,
    questions: 5000,
    answers: 3,
    rooms: 10,
    messages: 5000,
    appointments: 20_000,
  },
  // Large enough that PostgreSQL, which counts pages, never prefers a sequential scan.
  large: {
    specialities: 200,
    providers: 20_000,
    blogs: 20_000,
    questions: 20_000,
    answers: 3,
    rooms: 10,
    messages: 5000,
    appointments: 20_000,
  },
  huge: {
    specialities: 200,
    providers: million,
    blogs: million,
    questions: million,
    answers: 3,
    rooms: 10,
    messages: million,
    appointments: million,
  },
} as const satisfies Record<string, Set>;
export type SetName = keyof typeof sets;

// Names as varied as people's: about fifty of a million share a first name, twenty a last name.
const letters = (number: string) => `initcap(translate(lpad((${number})::text, 6, '0'), '0123456789', 'aeioumrnkl'))`;
const nameOf = `'Dr. ' || ${letters('id::bigint * 7919 % 20011')} || ' ' || ${letters('id::bigint * 104729 % 50021')}`;

/** Fills a demo's database up to a set, by SQL, and updates the planner's statistics. */
export async function loadSet(owner: pg.ClientConfig, name: SetName) {
  const { specialities, providers, appointments, ...community } = sets[name];
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(
      `insert into specialities (name, "desc", name_key, search)
       select 'Field ' || n, 'Care in field ' || n || '.', 'field ' || n, ' field ' || n || ' '
       from generate_series((select count(*) from specialities) + 1, $1::int) n`,
      [specialities],
    );
    await client.query(
      `insert into users (username, email, password_hash, role, created_at, password_changed_at)
       select 'bench-' || n, 'bench@example.org', '', 'healthcare_provider', now(), now()
       from generate_series((select count(*) from providers) + 1, $1::int) n`,
      [providers],
    );
    await client.query(
      `insert into providers (user_id, name, address, phone, experience, fees, education, about, city, languages, time_zone, listed,
         name_key, search, created_at, updated_at)
       select id, named, id || ' Example Road, Pune 411001', '+91 20 0000 0000', id % 40, 500 + id % 20 * 100,
         'MBBS, MD', 'I see people in the morning and write reports in the afternoon. Bring what you have.', 'Pune',
         '{English,Hindi}', 'Asia/Kolkata', true, translate(lower(named), '.', ''),
         ' ' || translate(lower(named), '.', '') || ' pune ', now(), now()
       from users, lateral (select ${nameOf}) n (named) where username like 'bench-%'`,
    );
    await client.query(
      `insert into provider_specialities (provider_id, speciality_id, name_key, listed)
       select user_id, 1 + user_id % 36, name_key, true from providers p
       where user_id in (select id from users where username like 'bench-%')
         and exists (select from specialities s where s.id = 1 + p.user_id % 36)`,
    );
    await loadCare(client, { appointments });
    await loadCommunity(client, community);
    // As in a database that has run for a while: otherwise index-only scans check every row.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
