import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../apps/server/src/core/embedded-postgres.ts';

// node prove/booking-race.ts: patients fight for the times of one provider, through two processes of the server on one
// database. Options: --tries N (1000), --at-once N (16).

const { values } = parseArgs({
  options: { tries: { type: 'string', default: '1000' }, 'at-once': { type: 'string', default: '16' } },
});
const tries = Number(values.tries);
const atOnce = Number(values['at-once']);
// So many patients want each time.
const contenders = 40;
const password = 'violet tractor 88';
const main = new URL('../apps/server/src/main.ts', import.meta.url).pathname;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const minute = 60_000;

const children: ChildProcess[] = [];

/** Starts a server and gives its address. */
async function startServer(environment: Record<string, string>): Promise<string> {
  const child = fork(main, {
    env: {
      PATH: process.env.PATH,
      MODE: 'production',
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const ended = once(child, 'exit').then(() => {
    throw new Error('A server ended.');
  });
  ended.catch(() => {});
  const [{ ready }] = (await Promise.race([once(child, 'message'), ended])) as [{ ready: string }];
  return ready;
}

async function call(base: string, line: string, body: unknown, token = '') {
  const [method = '', path = ''] = line.split(' ');
  const answer = await fetch(base + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

async function signUp(base: string, username: string, line: string, profile: object) {
  const account = await call(base, 'POST /register/user/', { username, email: 'race@example.org', password });
  const { body: tokens } = await call(base, 'POST /token/', { username, password });
  const saved = await call(base, line, profile, tokens.access);
  if (saved.status !== 200) throw new Error(`${line} answered ${saved.status}`);
  return { id: account.body.id as number, token: tokens.access as string };
}

/** Everybody tries, so many at once, each time through the other server; the provider approves each winner at once. */
async function race(servers: string[]) {
  const base = servers[0] as string;
  const basic = { name: 'Race Patient', about: 'Wants a time.', phone: '+91 80 0000 0000' };
  const provides = { ...basic, experience: 9, education: 'MBBS', address: '1 Race Road', fees: 500, speciality: [1] };
  const provider = await signUp(base, 'race-provider', 'POST /register/provider/', provides);
  const patients: Awaited<ReturnType<typeof signUp>>[] = [];
  for (let n = 0; n < contenders; n++) {
    patients.push(await signUp(base, `race-patient-${n}`, 'POST /register/user/basic/', basic));
  }

  const start = Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000;
  const took: number[] = [];
  const answers = new Map<string, number>();
  let next = 0;
  async function tryOn() {
    while (next < tries) {
      const turn = next++;
      const patient = patients[turn % contenders] as (typeof patients)[number];
      const server = servers[turn % servers.length] as string;
      // A new time for each round of all, and half of the tries a little beside it.
      const at = start + Math.floor(turn / contenders) * 60 * minute + (turn % 4 < 2 ? 0 : 10 * minute);
      const wanted = {
        user: patient.id,
        healthcare_provider: provider.id,
        appointment_datetime: new Date(at).toISOString(),
        problem: 'A contended time.',
      };
      const began = performance.now();
      const { status, body } = await call(server, 'POST /api/appointments/create/', wanted, patient.token);
      took.push(performance.now() - began);
      const answer = `${status} ${body.code ?? ''}`.trim();
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      if (status === 201) await call(server, `PUT /api/approve-appointment/${body.id}/`, {}, provider.token);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, tryOn));
  return { took: took.toSorted((a, b) => a - b), answers };
}

const folder = mkdtempSync(join(tmpdir(), 'carecommons-race-'));
const database = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: quiet });
try {
  const addressOf = ({ user = '', host = '', port = 5432, database: name = '' }: pg.ClientConfig) =>
    `postgresql://${String(user)}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  const environment = {
    DATA_DIR: join(folder, 'files'),
    SECRET: randomBytes(32).toString('base64'),
    DATABASE_URL: addressOf(database.app),
    DATABASE_MIGRATION_URL: addressOf(database.owner),
  };
  const { took, answers } = await race([await startServer(environment), await startServer(environment)]);

  const client = new pg.Client(database.owner);
  await client.connect();
  const { rows } = await client.query<{ booked: number; overlaps: number }>(`
    select count(distinct a.id)::int as booked, count(b.id)::int as overlaps
    from appointments a left join appointments b on a.provider_id = b.provider_id and a.id < b.id
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`);
  await client.end();

  const { booked = 0, overlaps = -1 } = rows[0] ?? {};
  const faults = [...answers].filter(([answer]) => !/^(201|409 slot_taken)$/.test(answer));
  const p99 = took[Math.ceil(took.length * 0.99) - 1] ?? Infinity;
  const worst = took.at(-1) ?? Infinity;
  const rounds = Math.ceil(tries / contenders);
  const figures = [
    { figure: `overlaps in ${took.length} tries`, value: overlaps, goal: '0', ok: overlaps === 0 },
    { figure: 'booked, one for each time', value: booked, goal: String(rounds), ok: booked === rounds },
    {
      figure: 'answers but 201 and 409 slot_taken',
      value: faults.map(String).join('; ') || 0,
      goal: '0',
      ok: faults.length === 0,
    },
    { figure: 'p99, ms', value: Math.round(p99 * 10) / 10, goal: '< 50', ok: p99 < 50 },
    { figure: 'worst, ms', value: Math.round(worst * 10) / 10, goal: '< 1000', ok: worst < 1000 },
  ];
  console.table(figures);
  if (figures.some(({ ok }) => !ok)) process.exitCode = 1;
} finally {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
