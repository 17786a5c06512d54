import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { borrowEmbeddedPostgres } from '../apps/server/src/core/embedded-postgres.ts';
import { openFiles } from '../apps/server/src/core/files.ts';
import { pdfOfSize, reportForm } from '../apps/server/test/report-files.ts';
import { closing } from './closing.ts';
import { pastVisit, type Reporting, upload } from './reporting.ts';
import type { Figure, Size } from './run.ts';
import { post } from './two-servers.ts';

const atOnce = 4;
const fileBytes = 2 * 1024 * 1024;
const main = new URL('../apps/server/src/main.ts', import.meta.url).pathname;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** R5: reports that were answered with 201 and do not come back bit by bit after the server was killed under uploads. */
export async function uploadCrash({ full }: Size): Promise<Figure> {
  const rounds = full ? 50 : 3;
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-uploads-'));
  const acknowledged = new Map<number, string>();
  let child: ChildProcess | undefined;
  let visit: Reporting | undefined;
  let unfinished = 0;
  const close = closing(async () => {
    if (child !== undefined) await stop(child);
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    for (let round = 0; round < rounds; round++) {
      const server = await start(dataDir, (started) => (child = started));
      unfinished += await leftIn(dataDir);
      visit ??= await visitOn(server, dataDir);
      Object.assign(visit.provider, await renewed(server, visit.provider));
      const before = acknowledged.size;
      const sending = Array.from({ length: atOnce }, () => uploadUntilGone(server, visit as Reporting, acknowledged));
      while (acknowledged.size < before + 4) await sleep(5);
      // Some moment of the next upload.
      await sleep(Math.random() * 100);
      await kill(child as ChildProcess);
      await Promise.all(sending);
    }

    const server = await start(dataDir, (started) => (child = started));
    const provider = await renewed(server, (visit as Reporting).provider);
    const bad = await spoiled(server, provider.access, acknowledged);
    const rows = await filesInRows(dataDir);
    const files = openFiles(dataDir);
    const orphans = await files.sweep(async () => rows, 0);
    const kept = countFiles(dataDir);
    await stop(child as ChildProcess);
    return {
      figure: 'R5 acknowledged uploads missing or changed when the server is killed',
      value: { rounds, acknowledged: acknowledged.size, bad, unfinished, orphans, without_file: rows.size - kept },
      target: '0 bad, 0 unfinished after a start, 0 rows without a file',
      ok: bad === 0 && unfinished === 0 && rows.size === kept && acknowledged.size > 0,
    };
  } finally {
    await close();
  }
}

async function start(dataDir: string, started: (child: ChildProcess) => void) {
  const child = fork(main, {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started(child);
  const [{ ready }] = (await once(child, 'message')) as [{ ready: string }];
  return ready;
}

const isGone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function stop(child: ChildProcess) {
  if (isGone(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function visitOn(server: string, dataDir: string) {
  const database = await borrowEmbeddedPostgres({ dataDir, log: quiet });
  return await pastVisit(server, database.owner).finally(() => database.stop());
}

async function renewed(server: string, { refresh }: { refresh: string }) {
  const { body } = await post(`${server}/token/refresh/`, { refresh });
  return { access: body.access as string, refresh: body.refresh as string };
}

/** One report after the other, each remembered once the server has said that it has it, until no server answers. */
async function uploadUntilGone(server: string, visit: Reporting, acknowledged: Map<number, string>) {
  for (;;) {
    const data = pdfOfSize(fileBytes);
    const answer = await upload(server, visit, reportForm(data)).catch(() => undefined);
    if (answer === undefined) return;
    if (answer.status === 201) acknowledged.set(Number(answer.body.id), hashOf(data));
  }
}

const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex');

/** How many of the acknowledged reports do not come back as they were sent. */
async function spoiled(server: string, access: string, acknowledged: Map<number, string>) {
  const missing = new Map(acknowledged);
  let next: string | undefined = '/api/records-provider/?limit=200';
  while (next !== undefined) {
    const page: Response = await fetch(server + next, { headers: { authorization: `Bearer ${access}` } });
    for (const { id, report } of (await page.json()) as { id: number; report: string }[]) {
      const data = Buffer.from(await (await fetch(server + report)).arrayBuffer());
      if (missing.get(id) === hashOf(data)) missing.delete(id);
    }
    next = /<(.+)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return missing.size;
}

async function filesInRows(dataDir: string) {
  const database = await borrowEmbeddedPostgres({ dataDir, log: quiet });
  const client = new pg.Client(database.owner);
  await client.connect();
  const { rows } = await client.query<{ file: string }>('select file from records');
  await client.end();
  await database.stop();
  return new Set(rows.map(({ file }) => file));
}

/** What the server's start left of unfinished files, once its sweep is through. */
async function leftIn(dataDir: string) {
  const left = () => readdirSync(join(dataDir, 'files', 'incoming')).length;
  for (let tries = 0; left() > 0 && tries < 100; tries++) await sleep(20);
  return left();
}

const countFiles = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
