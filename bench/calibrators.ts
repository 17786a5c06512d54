import { readFileSync } from 'node:fs';
import { hash, verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { buildBareApp } from '../apps/server/src/app.ts';
import { systemClock } from '../apps/server/src/core/clock.ts';
import { readConfig } from '../apps/server/src/core/config.ts';
import { connect } from '../apps/server/src/core/db.ts';
import { openLog } from '../apps/server/src/core/log.ts';
import { openThrottle } from '../apps/server/src/core/throttle.ts';

// What a call can be at best on this machine, in a process of its own: the same bytes or the same statement, behind the
// product's own headers, request id, rate counter and log line, without the rest of our code.

const { texts, database, providerId } = JSON.parse(readFileSync(process.env.CALIBRATE ?? '', 'utf8')) as {
  /** Answers of the product that are sent as they are. */
  texts: { type: string; body: string }[];
  database: pg.PoolConfig;
  providerId: number;
};
const config = readConfig();
const log = openLog(config.logLevel);
const db = connect(database, { prepare: true }, log);
const app = buildBareApp({ config, log, throttle: openThrottle(db, config, systemClock) });

for (const [index, { type, body }] of texts.entries()) {
  // As the product keeps them: pages as bytes, data as text, which goes out together with its headers.
  const ready = type.startsWith('text/html') ? Buffer.from(body) : body;
  app.get(`/text/${index}/`, async (_request, reply) => reply.type(type).send(ready));
}

app.get('/row/', async () => {
  const { rows } = await sql`select user_id, name, address, phone, experience, fees, education, about, city, languages,
    time_zone, registration_number, council, verified_at from providers where user_id = ${providerId}`.execute(db);
  return rows;
});

// The statements of a booking, by hand.
app.post('/booking/', async (request, reply) => {
  const wanted = request.body as {
    user: number;
    healthcare_provider: number;
    appointment_datetime: string;
    problem: string;
  };
  const { user, healthcare_provider: provider, problem } = wanted;
  const start = new Date(wanted.appointment_datetime);
  const end = new Date(start.getTime() + 30 * 60_000);
  const now = new Date();
  reply.status(201);
  return await db.transaction().execute(async (tx) => {
    await sql`select exists (select from profiles where user_id = ${user}) as has_profile,
      (select time_zone from providers where user_id = ${provider} and listed) as zone`.execute(tx);
    await sql`select 1 from appointments where provider_id = ${provider} and status in ('requested', 'approved')
      and held && tstzrange(${start}, ${end}) limit 1`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtext('requests of a patient'), ${user})`.execute(tx);
    await sql`select count(*) filter (where provider_id = ${provider}) as with_one, count(*) as in_all
      from appointments where patient_id = ${user} and status = 'requested' and starts_at > ${now}`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      insert into appointments (provider_id, patient_id, starts_at, ends_at, time_zone, held, problem, status, requested_at)
      select ${provider}::int, ${user}::int, ${start}::timestamptz, ${end}::timestamptz, 'Asia/Kolkata',
        tstzrange(${start}, ${end}), ${problem}::text, 'requested', ${now}::timestamptz
      where pg_advisory_xact_lock(hashtext('time of a provider'), ${provider}) is not null returning id`.execute(tx);
    const made =
      await sql`select a.id, a.starts_at, a.ends_at, a.problem, a.status, p.name, p.phone, p.fees, p.address, f.name as patient
      from appointments a join providers p on p.user_id = a.provider_id left join profiles f on f.user_id = a.patient_id
      where a.id = ${rows[0]?.id}`.execute(tx);
    return made.rows[0];
  });
});

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const stored = await hash('a password to compare', parameters);
app.post('/argon2id/', async () => ({ same: await verify(stored, 'a password to compare') }));

const bare = Fastify();
bare.get('/hello/', async () => ({ hello: 'world' }));

const address = await app.listen({ port: 0, host: '127.0.0.1' });
const bareAddress = await bare.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ ready: address, bare: bareAddress });
process.on('disconnect', () => process.exit(0));
