import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBinaries } from '../src/platform/embedded-postgres/binaries.ts';
import { findClusterLocation } from '../src/platform/embedded-postgres/os-user.ts';
import { realServers, type Started } from './servers/real-server.ts';

// The real process, whose database is put back from a copy that is older than an erasure.

const password = 'violet tractor 88';
let servers: ReturnType<typeof realServers>;
let server: Started | undefined;

beforeEach(() => {
  servers = realServers();
});
afterEach(() => servers.remove());

/** The address of the running product; throws what it said where it ends before. */
async function start(): Promise<string> {
  server = servers.start({ RATE_LIMIT: 'off' });
  return await server.ready;
}

async function stop(signal: NodeJS.Signals = 'SIGTERM') {
  server?.child.kill(signal);
  await server?.ended;
}

async function post(address: string, path: string, body: unknown, access = '') {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(access === '' ? {} : { authorization: `Bearer ${access}` }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
}

const logIn = (address: string, username: string) => post(address, '/token/', { username, password });
const erase = async (address: string, username: string) => {
  const { body } = await logIn(address, username);
  return await post(address, '/account/erasure/', { current_password: password, username }, body.access);
};
const receipt = async (address: string, number: string) =>
  (await (await fetch(`${address}/receipts/${number}/`)).json()) as { done_at: string | null };

test(
  'an older copy: who was erased is so before anybody is served, others are not, and a damaged list stops the start',
  { timeout: 300_000 },
  async () => {
    const { dataDir } = servers;
    let address = await start();
    const person = (username: string) => ({ username, email: `${username}@example.org`, password });
    for (const name of ['goes', 'stays'])
      expect((await post(address, '/register/user/', person(name))).status).toBe(201);
    await stop();
    const { cluster } = findClusterLocation(dataDir, findBinaries());
    const copy = (from: string, to: string) => expect(spawnSync('cp', ['-a', from, to]).status).toBe(0);
    copy(cluster, `${cluster}-copy`);

    address = await start();
    // Killed at once: what was answered is done after the next start.
    const { status, body } = await erase(address, 'goes');
    await stop('SIGKILL');
    expect(status).toBe(200);
    address = await start();
    for (let tries = 0; (await receipt(address, body.number)).done_at === null && tries < 100; tries++)
      await sleep(100);
    expect((await receipt(address, body.number)).done_at).not.toBeNull();
    // This number is somebody else's in the copy: nobody, who comes later.
    expect((await post(address, '/register/user/', person('later'))).status).toBe(201);
    expect((await erase(address, 'later')).status).toBe(200);
    await stop();

    rmSync(cluster, { recursive: true });
    copy(`${cluster}-copy`, cluster);
    address = await start();
    expect((await logIn(address, 'goes')).status).toBe(401);
    expect((await receipt(address, body.number)).done_at).not.toBeNull();
    expect((await logIn(address, 'stays')).status).toBe(200);
    // The number of the one who is not in the copy is given anew, and means nobody who was erased.
    expect((await post(address, '/register/user/', person('newcomer'))).status).toBe(201);
    await stop();
    address = await start();
    expect((await logIn(address, 'newcomer')).status).toBe(200);
    await stop();

    const list = join(dataDir, 'erasures', 'tombstones.jsonl');
    writeFileSync(list, readFileSync(list, 'utf8').replace(/"user_id":(\d+)/, '"user_id":1$1'));
    await expect(start()).rejects.toThrow(/The list of erased accounts is not as it was written: line 1/);
    expect((await server?.ended)?.code).toBe(1);
  },
);
