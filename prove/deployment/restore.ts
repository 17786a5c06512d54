import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { checkArchive } from '../../apps/server/src/platform/backup/read-archive.ts';
import { openFolder } from '../../apps/server/src/platform/files/files.ts';
import { filesOf, sumsOf } from '../../apps/server/test/oracles/compare.ts';
import { pdfOfSize, reportForm } from '../../apps/server/test/fixtures/report-files.ts';
import { signInPatients } from '../../bench/patients.ts';
import { loadSet } from '../../bench/sets.ts';
import { closing } from '../tools/closing.ts';
import { startDebianPostgres } from '../tools/debian-postgres.ts';
import { asOwnerOf, endOne, type OneServer, startOne } from '../tools/one-server.ts';
import { pastVisit, upload } from '../tools/reporting.ts';
import type { Figure, Size } from '../tools/figure.ts';
import { joinAs, password, type Person, post, signUp } from '../tools/two-servers.ts';

const damages = 200;
const sources = new URL('../../apps/server/src/', import.meta.url).pathname;
const visitMs = 1_800_000;

type Settings = Record<string, string>;

/**
 * R19, F26: an installation in use is backed up, restored into the system's PostgreSQL and from there into an embedded one.
 * Each time every row is compared with a second snapshot of the same moment, and every file with its original; the product
 * starts on it, people log in, the audit verifies. Archives with a flipped bit or a missing end are refused.
 */
export async function restore({ full }: Size): Promise<Figure> {
  const folder = realpathSync(mkdtempSync('/tmp/carecommons-drill-'));
  const [first, second, third] = ['first', 'second', 'third'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  let server: OneServer | undefined;
  let debian: Awaited<ReturnType<typeof startDebianPostgres>> | undefined;
  const close = closing(async () => {
    if (server !== undefined) await endOne(server, 'SIGTERM');
    await debian?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    server = await startOne(first);
    const account = await signUp(server.address);
    await fill(first, full);
    const one = await backUpInUse(server.address, first, join(folder, 'one.tar.sealed'));
    await endOne(server, 'SIGTERM');

    debian = await startDebianPostgres();
    takeKeys(first, second);
    const there = await comeBack(one.path, second, { ...debian.settings, BACKUP_KEY: one.key });
    const downwards = {
      ...(await compare(debian.owner, one.sums)),
      files_different: await filesDifferent(first, second, one.files),
      ...(await tryOut(second, debian.settings, account.username, (started) => (server = started))),
    };

    const path = join(folder, 'two.tar');
    const sums = await looked(debian.owner);
    const told = await command('backup', [path], second, debian.settings);
    takeKeys(second, third);
    const back = await comeBack(path, third, {});
    const upwards = {
      ...(await asOwnerOf(third, async (client) => differences(sums, await sumsOf(client)))),
      files_different: await filesDifferent(second, third, countOf(told, /and ([\d,]+) files/)),
      ...(await tryOut(third, {}, account.username, (started) => (server = started))),
    };
    const refused = await refusals(path, join(folder, 'damaged.tar'), third);
    const wrong = [downwards, upwards].flatMap(({ logged_in, audit, ...counts }) => [
      logged_in ? 0 : 1,
      audit ? 0 : 1,
      ...Object.values(counts),
    ]);
    return {
      figure: 'R19, F26 restore drill: rows and files that differ after a backup under load; RPO; RTO',
      value: {
        rows: one.rows,
        files: one.files,
        megabytes: Math.round(one.bytes / 1e5) / 10,
        written_meanwhile: one.written,
        [`embedded_to_${debian.major}`]: downwards,
        [`${debian.major}_to_embedded`]: upwards,
        rpo_seconds_of_one_archive: one.seconds,
        rto_seconds: { restored: there.seconds, and_back: back.seconds },
        damaged_archives_refused: `${refused} of ${damages}`,
      },
      target: '0 rows and files differ, both ways; RPO <= 60 s, RTO <= 5 min; 200 of 200 refused',
      ok: wrong.every((count) => count === 0) && one.written > 0 && refused === damages,
      fast: one.seconds <= 60 && Math.max(there.seconds, back.seconds) <= 300,
    };
  } finally {
    await close();
  }
}

/** The small data set of the benchmark and some hundred people; in full, the big one and 10,000. */
async function fill(dataDir: string, full: boolean) {
  await asOwnerOf(dataDir, async (client, owner) => {
    await loadSet(owner, full ? 'big' : 'small');
    const { rows } = await client.query<{ provider: number; people: number }>(
      'select (select min(user_id) from providers) as provider, count(*)::int as people from users',
    );
    const { provider, people } = rows[0] as { provider: number; people: number };
    const reader = 'bench-patient-1';
    await signInPatients({ owner, dataDir }, { count: (full ? 10_000 : 500) - people, reader, provider });
  });
}

/** Runs the backup command while people register, book, write and upload; and takes a second snapshot of the same moment. */
async function backUpInUse(address: string, dataDir: string, path: string) {
  const key = randomBytes(32).toString('base64');
  return await asOwnerOf(dataDir, async (client, owner) => {
    const visit = await pastVisit(address, owner);
    for (let n = 0; n < 5; n++) await upload(address, visit, reportForm(pdfOfSize(300_000)));
    const stopped = { yes: false };
    const { rows: rooms } = await client.query<{ id: number }>('select min(id) as id from rooms');
    const patient = await joinAs(address, 'patient');
    const provider = await joinAs(address, 'provider');
    const counts = [
      () => upload(address, visit, reportForm(pdfOfSize(100_000))),
      () => signUp(address).then(() => ({ status: 201 })),
      book(address, patient, provider),
      say(address, patient, rooms[0]?.id ?? 0),
    ].map((write) => untilStopped(write, stopped));
    await client.query('begin transaction isolation level repeatable read, read only');
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    const began = performance.now();
    const [told, sums] = await Promise.all([
      command('backup', [path, `--snapshot=${rows[0]?.id}`], dataDir, { BACKUP_KEY: key }),
      sumsOf(client),
    ]);
    const seconds = secondsSince(began);
    stopped.yes = true;
    const written = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    await client.query('rollback');
    const figures = { rows: countOf(told, /^([\d,]+) rows/), files: countOf(told, /and ([\d,]+) files/) };
    return { path, key, sums, written, seconds, bytes: statSync(path).size, ...figures };
  });
}

async function untilStopped(write: () => Promise<{ status: number }>, stopped: { yes: boolean }) {
  let count = 0;
  while (!stopped.yes) if ((await write()).status < 300) count += 1;
  return count;
}

function book(address: string, patient: Person, provider: Person) {
  let at = Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000;
  return () => {
    const wanted = {
      user: patient.id,
      healthcare_provider: provider.id,
      appointment_datetime: new Date((at += visitMs)).toISOString(),
      problem: 'A visit while a backup runs.',
    };
    return post(`${address}/api/appointments/create/`, wanted, patient.token);
  };
}

const say =
  (address: string, { token }: Person, room: number) =>
  () =>
    post(
      `${address}/apis/messages-create/${room}/`,
      { content: 'While it runs.', client_id: crypto.randomUUID() },
      token,
    );

/** What an operator stores apart from the archives and restores manually. */
function takeKeys(from: string, to: string) {
  mkdirSync(to);
  for (const name of ['secret', 'master-keys', 'audit-key']) copyFileSync(join(from, name), join(to, name));
}

async function comeBack(path: string, dataDir: string, settings: Settings) {
  const began = performance.now();
  await command('restore', [path], dataDir, settings);
  return { seconds: secondsSince(began) };
}

async function looked(owner: pg.ClientConfig) {
  const client = new pg.Client(owner);
  await client.connect();
  return await sumsOf(client).finally(() => client.end());
}

const compare = async (owner: pg.ClientConfig, sums: Record<string, string>) => differences(sums, await looked(owner));

function differences(expected: Record<string, string>, found: Record<string, string>) {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return { tables_different: [...names].filter((name) => expected[name] !== found[name]).length };
}

/** The number of files that are missing or changed. */
async function filesDifferent(from: string, to: string, count: number) {
  const [before, after] = [await filesOf(openFolder(from)), await filesOf(openFolder(to))];
  const names = Object.keys(after);
  return names.filter((name) => before[name] !== after[name]).length + Math.abs(count - names.length);
}

/** Whether the product starts on it, somebody can log in, and the audit verifies. */
async function tryOut(dataDir: string, settings: Settings, username: string, onStart: (server: OneServer) => void) {
  const server = await startOne(dataDir, { settings });
  onStart(server);
  const { status } = await post(`${server.address}/token/`, { username, password });
  await endOne(server, 'SIGTERM');
  const verified = await command('audit-verify', [], dataDir, settings).catch(() => '');
  return { logged_in: status === 200, audit: verified.includes('Nothing was changed') };
}

/** How many archives with a flipped bit or a missing end are refused; one also by the command, which changes nothing. */
async function refusals(whole: string, path: string, inUse: string) {
  const { size } = statSync(whole);
  let refused = 0;
  for (let n = 0; n < damages; n++) {
    cpSync(whole, path);
    const at = Math.floor(Math.random() * size);
    if (n % 4 === 0) truncateSync(path, at);
    else await flip(path, at);
    await checkArchive(path, undefined).catch((error: Error) => (refused += /damaged/.test(error.message) ? 1 : 0));
  }
  const said = await command('restore', [path], inUse, {}).catch((error: Error) => error.message);
  if (!said.includes('damaged')) throw new Error(`A damaged archive was not refused: ${said}`);
  return refused;
}

async function flip(path: string, at: number) {
  const handle = await open(path, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
  buffer[0] = (buffer[0] as number) ^ (1 << (at % 8));
  await handle.write(buffer, 0, 1, at);
  await handle.close();
}

/** Runs an operator's command like npm; throws its output if it fails. */
async function command(name: string, words: string[], dataDir: string, settings: Settings) {
  const child = spawn(process.execPath, [`${sources}${name}.ts`, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, said] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}${out}`);
  return out;
}

const countOf = (text: string, form: RegExp) => Number(form.exec(text)?.[1]?.replaceAll(',', ''));
const secondsSince = (from: number) => Math.round((performance.now() - from) / 100) / 10;
