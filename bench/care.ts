import type pg from 'pg';

// This many providers have all the visits, one after the other, and this many people request them.
const people = 500;

/** The number of past visits, each with a notification of its patient. */
export interface CareSet {
  appointments: number;
}

/** Adds visits and notifications of existing providers and people. */
export async function loadCare(client: pg.Client, { appointments }: CareSet) {
  const { rows } = await client.query<{ id: number }>(
    `select id from users where username like 'bench-%' order by id limit $1`,
    [people],
  );
  // Each provider's day is one visit after the other, each with another patient.
  await client.query(
    `with made as (
       insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at,
         decided_at)
       select ids[1 + n % size], ids[1 + (n + 1 + n / size % (size - 1)) % size], at, at + interval '30 minutes', 'Asia/Kolkata',
         tstzrange(at, at + interval '30 minutes'), 'A cough that stays.', 'completed', at - interval '3 days',
         at - interval '2 days'
       from (select $1::int[] as ids, cardinality($1::int[]) as size) people,
         generate_series((select count(*)::int from appointments) + 1, $2::int) n,
         lateral (select date_trunc('day', now()) - (1 + n / size) * interval '30 minutes') t (at)
       returning id, patient_id, version, decided_at)
     insert into notifications (user_id, kind, appointment_id, version, created_at, read_at, announced)
     select patient_id, 'request_approved', id, version, decided_at, decided_at, true from made`,
    [rows.map(({ id }) => id), appointments],
  );
}
