import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '../../apps/server/src/platform/embedded-postgres/binaries.ts';
import { findClusterLocation } from '../../apps/server/src/platform/embedded-postgres/os-user.ts';
import { borrowEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { postgresProcessesOf, signal } from '../../apps/server/src/platform/process/process.ts';
import { closing } from '../tools/closing.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { joinAs, type Person, post } from '../tools/two-servers.ts';

const writersOfEach = 3;
const main = new URL('../../apps/server/src/main.ts', import.meta.url).pathname;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** The acknowledged writes; recorded by the writers, and compared with the rows at the end. */
interface Acknowledged {
  registered: string[];
  booked: string[];
  approved: string[];
  /** The newest version of a person's profile, by user id. */
  profiles: Map<number, number>;
}

/** R4: acknowledged writes of four kinds that are lost after the server or its database was killed. */
export async function crash(size: Size): Promise<Figure> {
  const rounds = sized(size, { server: 1, database: 1 }, { server: 3, database: 3 }, { server: 50, database: 20 });
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-crash-'));
  const acknowledged: Acknowledged = { registered: [], booked: [], approved: [], profiles: new Map() };
  const writes = { count: 0 };
  let running: { child: ChildProcess; ready: string } | undefined;
  const close = closing(async () => {
    if (running !== undefined) await killServer(running.child);
    await killDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    running = await start(dataDir);
    const writers = await peopleOf(running.ready);
    for (let round = 0; round < rounds.server + rounds.database; round++) {
      running ??= await start(dataDir);
      const server = running.ready;
      const until = writes.count + 40 + (round % 5) * 7;
      const stopped = { yes: false };
      const writing = Promise.all(
        writers.map((writer) => keepWriting(writer, server, { acknowledged, writes, stopped })),
      );
      while (writes.count < until) await sleep(2);
      // Alternating, if there are both.
      if (round % 2 === 0 || round >= rounds.database * 2) await killServer(running.child);
      else await killDatabase(dataDir);
      stopped.yes = true;
      await writing;
      // A server whose database was killed is killed as well: this proof is about the data; others are about its recovery.
      await killServer(running.child);
      running = undefined;
    }
    running = await start(dataDir);
    await killServer(running.child);
    const lost = await compare(dataDir, acknowledged);
    return {
      figure: 'R4 acknowledged writes lost when the server or the database is killed',
      value: { rounds, acknowledged: writes.count, ...lost },
      target: '0 of each kind',
      ok: Object.values(lost).every((count) => count === 0),
    };
  } finally {
    await close();
  }
}

async function start(dataDir: string) {
  const child = fork(main, {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ ready }] = (await once(child, 'message')) as [{ ready: string }];
  return { child, ready };
}

type Writer =
  | { kind: 'register' }
  | { kind: 'profile'; person: Person }
  | { kind: 'book'; patient: Person; provider: Person };

async function peopleOf(server: string): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (let n = 0; n < writersOfEach; n++) {
    const patient = await joinAs(server, 'patient');
    writers.push({ kind: 'register' }, { kind: 'profile', person: await joinAs(server, 'patient') });
    writers.push({ kind: 'book', patient, provider: await joinAs(server, 'provider') });
  }
  return writers;
}

interface Progress {
  acknowledged: Acknowledged;
  writes: { count: number };
  stopped: { yes: boolean };
}

/** Writes one after the other, each recorded once it was acknowledged, until the round is over. */
async function keepWriting(writer: Writer, server: string, progress: Progress) {
  while (!progress.stopped.yes) {
    // No answer, or a refusal because the database is away, is expected when server or database is killed.
    const done = await writeOnce(writer, server, progress.acknowledged).catch(() => 0);
    progress.writes.count += done;
    if (done === 0) await sleep(10);
  }
}

let turn = 0;

/** Returns the number of acknowledged writes. */
async function writeOnce(writer: Writer, server: string, { registered, booked, approved, profiles }: Acknowledged) {
  const number = ++turn;
  if (writer.kind === 'register') {
    const account = { username: `crash.${crypto.randomUUID()}`, password: 'seven grey herons', email: 'p@example.org' };
    if ((await post(`${server}/register/user/`, account)).status !== 201) return 0;
    registered.push(account.username);
    return 1;
  }
  if (writer.kind === 'profile') {
    const profile = { name: 'Crash Patient', about: String(number), phone: '+91 80 0000 0000' };
    if ((await post(`${server}/register/user/basic/`, profile, writer.person.token)).status !== 200) return 0;
    profiles.set(writer.person.id, number);
    return 1;
  }
  const wanted = {
    user: writer.patient.id,
    healthcare_provider: writer.provider.id,
    appointment_datetime: new Date(firstVisit + number * 1_800_000).toISOString(),
    problem: 'A visit in a storm.',
  };
  const { status, body } = await post(`${server}/api/appointments/create/`, wanted, writer.patient.token);
  if (status !== 201) return 0;
  booked.push(String(body.id));
  const headers = { authorization: `Bearer ${writer.provider.token}` };
  const { ok } = await fetch(`${server}/api/approve-appointment/${body.id}/`, { method: 'PUT', headers });
  if (!ok) return 1;
  approved.push(String(body.id));
  return 2;
}

const firstVisit = Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000;

async function killServer(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Kills every process of the database at once. */
async function killDatabase(dataDir: string) {
  const { cluster } = findClusterLocation(realpathSync(dataDir), findBinaries());
  for (const pid of postgresProcessesOf(cluster)) signal(pid, 'SIGKILL');
}

/** The number of rows of each kind that are missing or differ from what was acknowledged. */
async function compare(dataDir: string, { registered, booked, approved, profiles }: Acknowledged) {
  const database = await borrowEmbeddedPostgres({ dataDir, log: quiet });
  const client = new pg.Client(database.owner);
  await client.connect();
  const missing = async (sql: string, ...values: unknown[]) => {
    const { rows } = await client.query<{ lost: number }>(`select count(*)::int as lost from ${sql}`, values);
    return rows[0]?.lost;
  };
  const lost = {
    registrations: await missing(
      'unnest($1::text[]) name where not exists (select from users where username = name)',
      registered,
    ),
    bookings: await missing(
      'unnest($1::int[]) made where not exists (select from appointments where id = made)',
      booked,
    ),
    approvals: await missing(
      `unnest($1::int[]) made where not exists (select from appointments where id = made and status = 'approved')`,
      approved,
    ),
    // A newer version than the acknowledged one is right: its answer was on the way.
    profiles: await missing(
      'unnest($1::int[], $2::int[]) said (id, number) join profiles on user_id = said.id where about::int < number',
      [...profiles.keys()],
      [...profiles.values()],
    ),
  };
  await client.end();
  await database.stop();
  return lost;
}
