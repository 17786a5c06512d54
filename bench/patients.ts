import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { systemClock } from '../apps/server/src/platform/time/time.ts';
import { connect } from '../apps/server/src/platform/db/db.ts';
import { openSessions } from '../apps/server/src/platform/auth/auth.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const visitMs = 30 * 60_000;
const dayMs = 86_400_000;

/** Somebody who books and writes. */
export interface Patient {
  id: number;
  token: string;
}

interface Installation {
  owner: pg.ClientConfig;
  dataDir: string;
}

/** Signs tokens with an installation's own secret; its connection must be closed. */
function sessionsOf({ owner, dataDir }: Installation) {
  const db = connect(owner, { prepare: false, connections: 1 }, quiet);
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  return { db, sessions: openSessions(db, { secret, secondFactor: 'optional' }, systemClock) };
}

/** A session of an existing person, created by SQL; returns a new access token each time. */
export async function signInAs(installation: Installation, userId: number): Promise<() => string> {
  const { db, sessions } = sessionsOf(installation);
  await db.destroy();
  const client = new pg.Client(installation.owner);
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `insert into sessions (id, user_id, seed, browser, created_at, refreshed_at, expires_at)
     values (gen_random_uuid(), $1, '', '', now(), now(), now() + interval '1 day') returning id`,
    [userId],
  );
  await client.end();
  return () => sessions.issueAccess(userId, (rows[0] as { id: string }).id);
}

/**
 * Patients with a profile and a session each, created by SQL, and their access tokens, signed with the installation's own
 * secret; `reader` gets appointments to read. Logins would measure argon2id for a minute. The tokens are valid for five
 * minutes: `renew` signs all again, `again` somebody else's.
 */
export async function signInPatients(
  { owner, dataDir }: Installation,
  { count, reader, provider }: { count: number; reader: string; provider: number },
) {
  const { sessions, db } = sessionsOf({ owner, dataDir });
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(
      `with made as (
         insert into users (username, email, password_hash, role, created_at, password_changed_at)
         select 'bench-patient-' || n, 'bench@example.org', '', 'patient', now(), now() from generate_series(1, $1) n
         returning id),
       known as (insert into profiles (user_id, name, about, phone, updated_at)
         select id, 'Bench Patient', 'Books.', '+91 20 0000 0000', now() from made)
       insert into sessions (id, user_id, seed, browser, created_at, refreshed_at, expires_at)
       select gen_random_uuid(), id, '', '', now(), now(), now() + interval '1 hour' from made`,
      [count],
    );
    const visits = await client.query<{ patient_id: number }>(
      `insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
       select $2, u.id, at, at + interval '30 minutes', 'Asia/Kolkata', tstzrange(at, at + interval '30 minutes'),
         'A cough that stays.', 'approved', now()
       from users u, generate_series(1, 10) n, lateral (select date_trunc('day', now()) + (200 + n) * interval '1 day') t (at)
       where u.username = $1 returning patient_id`,
      [reader, provider],
    );
    const { rows } = await client.query<{ id: number; session: string }>(
      `select u.id, s.id as session from users u join sessions s on s.user_id = u.id
       where u.username like 'bench-patient-%' order by u.id`,
    );
    const patients = rows.map(({ id, session }): Patient => ({ id, token: sessions.issueAccess(id, session) }));
    return {
      patients,
      patient: visits.rows[0]?.patient_id as number,
      renew() {
        for (const [at, { id, session }] of rows.entries())
          (patients[at] as Patient).token = sessions.issueAccess(id, session);
      },
      again(token: string) {
        const { user_id, session_id } = sessions.claimed(`Bearer ${token}`) as { user_id: number; session_id: string };
        return sessions.issueAccess(user_id, session_id);
      },
    };
  } finally {
    await client.end();
    await db.destroy();
  }
}

/**
 * Endless bookings without conflicts: everybody requests one time from each provider, some days ahead. Either all ask one
 * provider and then the next one, or each request goes to another.
 */
export function bookings(
  patients: Patient[],
  providers: number[],
  { spread, from }: { spread: boolean; from: number },
) {
  const start = Math.ceil(Date.now() / dayMs + from) * dayMs;
  let made = 0;
  return () => {
    const turn = made++;
    const round = Math.floor(turn / patients.length);
    const place = turn % patients.length;
    const { id, token } = patients[place] as Patient;
    const body = {
      user: id,
      healthcare_provider: providers[(spread ? turn + round : round) % providers.length],
      appointment_datetime: new Date(start + place * visitMs).toISOString(),
      problem: 'A cough that stays.',
    };
    return { token, body };
  };
}
