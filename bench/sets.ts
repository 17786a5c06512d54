import pg from 'pg';

/** How much there is in the database: rows of each table, at least. */
export const sets = {
  small: { specialities: 36, providers: 60 },
  big: { specialities: 200, providers: 1000 },
  huge: { specialities: 200, providers: 1_000_000 },
} as const;
export type SetName = keyof typeof sets;

/** Fills up a demo's database to a set, by SQL, and lets the planner know. */
export async function loadSet(owner: pg.ClientConfig, name: SetName) {
  const { specialities, providers } = sets[name];
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(
      `insert into specialities (name, "desc", name_key, search)
       select 'Field ' || n, 'Care in field ' || n || '.', 'field ' || n, 'field ' || n
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
       select id, 'Dr. Bench ' || id, id || ' Example Road, Pune 411001', '+91 20 0000 0000', id % 40, 500 + id % 20 * 100,
         'MBBS, MD', 'I see people in the morning and write reports in the afternoon. Bring what you have.', 'Pune',
         '{English,Hindi}', 'Asia/Kolkata', true, 'dr bench ' || id, 'dr bench ' || id || ' pune', now(), now()
       from users where username like 'bench-%'`,
    );
    await client.query(
      `insert into provider_specialities (provider_id, speciality_id, name_key, listed)
       select user_id, 1 + user_id % 36, name_key, true from providers p where name like 'Dr. Bench %'
         and exists (select from specialities s where s.id = 1 + p.user_id % 36)`,
    );
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
