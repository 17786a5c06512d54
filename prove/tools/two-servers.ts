import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { addressOf } from '../../apps/server/src/platform/db/db.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/embedded-postgres/start.ts';
import { closing } from './closing.ts';

const main = new URL('../../apps/server/src/main.ts', import.meta.url).pathname;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** What a proof gets besides the addresses of its servers: how to kill one, and how to freeze one for some milliseconds. */
type Kill = (which: number) => Promise<void>;
type Freeze = (which: number, ms: number) => Promise<void>;
/** Stops all of them like an operator; the database keeps running. */
type StopAll = () => Promise<void>;

/** Restarts one like an operator, at the same address; returns how it ended, and after how many milliseconds. */
type Restart = (which: number) => Promise<{ code: number | null; ms: number }>;
type PidOf = (which: number) => number;

type SettingsOf = (which: number) => Record<string, string>;

/** Two processes of the real product on one database, as `withServers` runs them. */
export async function withTwoServers<T>(
  work: (servers: [string, string], owner: pg.ClientConfig, kill: Kill, freeze: Freeze, stopAll: StopAll) => Promise<T>,
  settingsOf: SettingsOf = () => ({}),
): Promise<T> {
  return await withServers(
    2,
    async (servers, owner, kill, freeze, stopAll) =>
      await work(servers as [string, string], owner, kill, freeze, stopAll),
    settingsOf,
  );
}

/**
 * Several processes of the real product on one database; everything is stopped and removed after `work`. `kill` kills one and
 * restarts it at the same address, `freeze` suspends one for a while; `settingsOf` gives a server its own settings,
 * `openFiles` limits the file descriptors of each, `given` is a database other than the embedded one.
 */
export async function withServers<T>(
  count: number,
  work: (
    servers: string[],
    owner: pg.ClientConfig,
    kill: Kill,
    freeze: Freeze,
    stopAll: StopAll,
    restart: Restart,
    pidOf: PidOf,
  ) => Promise<T>,
  settingsOf: SettingsOf = () => ({}),
  { openFiles, given }: { openFiles?: number; given?: Pick<EmbeddedPostgres, 'owner' | 'app'> } = {},
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-prove-'));
  const database =
    given === undefined
      ? startEmbeddedPostgres({ dataDir, log: quiet })
      : Promise.resolve({ ...given, stop: async () => {} });
  const children: ReturnType<typeof fork>[] = [];
  let ended = false;
  const stopAll: StopAll = async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exit = once(child, 'exit');
      // A frozen one would not receive the signal.
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await exit;
    }
  };
  const close = closing(async () => {
    ended = true;
    await stopAll();
    await (await database.catch(() => undefined))?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    const { owner, app } = await database;
    const start = async (which: number, port = '0') => {
      if (ended) throw new Error('The proof was stopped.');
      const child = fork(main, {
        env: {
          PATH: process.env.PATH,
          MODE: 'demo',
          DATA_DIR: dataDir,
          DATABASE_URL: addressOf(app),
          DATABASE_MIGRATION_URL: addressOf(owner),
          RATE_LIMIT: 'off',
          LOG_LEVEL: 'warn',
          PORT: port,
          ...settingsOf(which),
        },
        ...(openFiles === undefined
          ? {}
          : { execPath: 'prlimit', execArgv: [`--nofile=${openFiles}:${openFiles}`, process.execPath] }),
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      children[which] = child;
      const gone = once(child, 'exit').then(() => {
        throw new Error('A server ended before it was ready.');
      });
      // Later it may end in any way.
      gone.catch(() => {});
      const [{ ready }] = (await Promise.race([once(child, 'message'), gone])) as [{ ready: string }];
      return ready;
    };
    const servers: string[] = [];
    for (let which = 0; which < count; which++) servers.push(await start(which));
    const childOf = (which: number) => children[which] as (typeof children)[number];
    const kill: Kill = async (which) => {
      const child = childOf(which);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await start(which, new URL(servers[which] as string).port);
    };
    const freeze: Freeze = async (which, ms) => {
      childOf(which).kill('SIGSTOP');
      await sleep(ms);
      childOf(which).kill('SIGCONT');
    };
    const restart: Restart = async (which) => {
      const child = childOf(which);
      const began = performance.now();
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await exit) as [number | null];
      const ms = Math.round(performance.now() - began);
      await start(which, new URL(servers[which] as string).port);
      return { code, ms };
    };
    return await work(servers, owner, kill, freeze, stopAll, restart, (which) => childOf(which).pid as number);
  } finally {
    await close();
  }
}

export async function post(url: string, body: unknown, token?: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

export const password = 'seven grey herons';

/** Retries when the server is overloaded, as it is when many passwords are hashed at once. */
async function postPatiently(url: string, body: unknown) {
  let answer = await post(url, body);
  for (; answer.status === 503; answer = await post(url, body)) await sleep(200);
  return answer;
}

/** Registers an account, with its first session. */
export async function signUp(server: string) {
  const account = { username: `prove.${crypto.randomUUID().slice(0, 8)}`, password };
  await postPatiently(`${server}/register/user/`, { ...account, email: 'prove@example.org' });
  const { body } = await postPatiently(`${server}/token/`, account);
  return { username: account.username, access: body.access as string, refresh: body.refresh as string };
}

/** A signed-in person with a profile. */
export interface Person {
  id: number;
  token: string;
}

const basic = { name: 'Proof Person', about: 'Is here for a proof.', phone: '+91 80 0000 0000' };
const profiles = {
  patient: ['/register/user/basic/', basic],
  provider: ['/register/provider/', { ...basic, experience: 9, education: 'MBBS', address: '1 Proof Road', fees: 500 }],
} as const;

/** A new account that is a patient or a provider. */
export async function joinAs(server: string, role: keyof typeof profiles): Promise<Person> {
  const { access } = await signUp(server);
  await becomes(server, role, access);
  const current = await fetch(`${server}/current-user/`, { headers: { authorization: `Bearer ${access}` } });
  return { id: ((await current.json()) as { user_id: number }).user_id, token: access };
}

/** Saves a profile, which decides what its person is. */
export async function becomes(server: string, role: keyof typeof profiles, access: string) {
  const [path, profile] = profiles[role];
  const more = role === 'provider' ? { speciality: [await anySpeciality(server)] } : {};
  const saved = await post(server + path, { ...profile, ...more }, access);
  if (saved.status !== 200) throw new Error(`${path} answered ${saved.status}`);
}

/** An existing one: a proof may have retired the others. */
async function anySpeciality(server: string) {
  const list = await fetch(`${server}/speciality/?limit=1`, { headers: { accept: 'application/json' } });
  const [{ id }] = (await list.json()) as [{ id: number }];
  return id;
}
