import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const server = new URL('../apps/server/src/main.ts', import.meta.url).pathname;
const calibrators = new URL('calibrators.ts', import.meta.url).pathname;
const bareLive = new URL('bare-live.ts', import.meta.url).pathname;
const watchLoop = new URL('watch-loop.ts', import.meta.url).href;

// Counted as for everybody, but never reached.
const settings = { RATE_LIMIT: '9999', LOG_LEVEL: 'info', PORT: '0', MODE: 'demo' };

const running = new Set<ChildProcess>();

/** A folder for everything that a run writes; `remove` deletes it. */
export function workFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-bench-'));
  return { folder, dataDir: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

interface Ready {
  /** Its address. */
  ready: string;
  /** The address of bare Fastify. */
  bare?: string;
}

/** Starts a program that reports over IPC when it is ready; its log goes to a file, as on a real machine. */
async function start(
  program: string,
  folder: string,
  name: string,
  { environment = {}, watched = false }: { environment?: Record<string, string>; watched?: boolean } = {},
) {
  const output = openSync(join(folder, `${name}.log`), 'a');
  const began = performance.now();
  const child = fork(program, {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'data'),
      // As npm start sets it.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      ...settings,
      ...environment,
    },
    execArgv: watched ? ['--import', watchLoop] : [],
    stdio: ['ignore', output, output, 'ipc'],
  });
  closeSync(output);
  running.add(child);
  child.on('exit', () => running.delete(child));
  const ended = once(child, 'exit').then(([code, signal]) => {
    const told = readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2000);
    throw new Error(`${name} ended by itself (${signal ?? `exit code ${code}`}):\n${told}`);
  });
  ended.catch(() => {});
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [Ready];
  await (await fetch(ready.ready)).text();
  return { child, ready, ended, ms: performance.now() - began };
}

/** The product, as npm start runs it after the build; `watched` by watch-loop.ts. */
export const startServer = (folder: string, options?: Parameters<typeof start>[3]) =>
  start(server, folder, 'server', options);

/** WebSockets without the product. */
export const startBareLive = (folder: string) => start(bareLive, folder, 'bare-live', { watched: true });

export async function startCalibrators(folder: string, what: unknown) {
  const file = join(folder, 'calibrate.json');
  writeFileSync(file, JSON.stringify(what));
  return await start(calibrators, folder, 'calibrators', { environment: { CALIBRATE: file } });
}

export async function stop(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Ends everything that still runs, however the run ended. */
export async function stopAll() {
  for (const child of running) await stop(child);
}

/** The resident memory of a process, in MB (VmRSS). */
export function memoryOf({ pid }: ChildProcess) {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
