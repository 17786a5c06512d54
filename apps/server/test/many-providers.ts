import { sql } from 'kysely';
import type { Db, Tx } from '../src/core/db.ts';
import { fold } from '../src/core/fold.ts';
import { placeNames } from '../src/modules/providers/place-names.ts';
import { keepWords, searchTextOf } from '../src/modules/providers/search-texts.ts';
import { asOwner } from './owner.ts';

const first =
  'Aarav Aditi Anjali Arjun Bhavna Chitra Deepak Esha Farhan Gita Hari Indira Jaya Kabir Lata Manoj Neha Omar Pooja Rahul';
const last =
  'Agarwal Bose Chatterjee Desai Eapen Fernandes Gupta Hegde Iyer Joshi Kulkarni Lobo Mehta Nair Oommen Patel Rao Sharma';
const cities = 'Bengaluru Mumbai Delhi Kolkata Chennai Hyderabad Pune Jaipur Lucknow Kochi';
const pick = (words: string, at: number) => words.split(' ')[at % words.split(' ').length] as string;

/** Fills the directory with so many generated providers, each of one speciality, and lets the planner know. */
export async function manyProviders(db: Db, count: number) {
  const specialities = await sql<{
    id: number;
    search: string;
  }>`select id, search from specialities order by id`.execute(db);
  const rows = Array.from({ length: count }, (_, index) => {
    const name = `Dr ${pick(first, index)} ${pick(last, Math.floor(index / 20))} ${index}`;
    const city = pick(cities, Math.floor(index / 7));
    const speciality = specialities.rows[(index * 7) % specialities.rows.length] as { id: number; search: string };
    const search = searchTextOf(name, city, placeNames(city), speciality.search);
    return { name, city, name_key: fold(name), search, speciality: speciality.id };
  });
  await db.transaction().execute(async (tx) => {
    // The application's queries are cut off after seconds, which a busy machine needs for all of them at once.
    for (let at = 0; at < rows.length; at += atOnce) await insert(tx, rows.slice(at, at + atOnce));
    await keepWords(
      tx,
      rows.map(({ search }) => search),
    );
  });
  // As autovacuum would in its own time.
  await asOwner(db, 'vacuum analyze');
}

const atOnce = 2000;

async function insert(tx: Tx, rows: { name: string }[]) {
  const given = sql`from json_to_recordset(${JSON.stringify(rows)}) as g (name text, city text, name_key text, search text, speciality int)
    join users u on u.username = g.name`;
  await sql`
    insert into users (username, email, password_hash, role, created_at, password_changed_at)
    select name, 'someone@example.org', '', 'healthcare_provider', '2026-01-01', '2026-01-01'
    from json_to_recordset(${JSON.stringify(rows)}) as g (name text)`.execute(tx);
  await sql`
    insert into providers (user_id, name, address, phone, experience, fees, education, about, city, time_zone, listed,
      name_key, search, created_at, updated_at)
    select u.id, g.name, '12 Example Road', '+91 80 0000 0000', 10, 1200, 'MBBS', 'Generated.', g.city, 'Asia/Kolkata',
      true, g.name_key, g.search, '2026-01-01', '2026-01-01' ${given}`.execute(tx);
  await sql`
    insert into provider_specialities (provider_id, speciality_id, name_key, listed)
    select u.id, g.speciality, g.name_key, true ${given}`.execute(tx);
}
