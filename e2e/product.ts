import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';

export type Who = 'patient' | 'provider' | 'administrator';

export interface Login {
  username: string;
  password: string;
}

/** The product as its user started it. */
export interface Product {
  url: string;
  /** The demo's people, as they were printed. */
  logins: Record<Who, Login>;
}

/**
 * Starts the real product on an empty data folder and a free port; `stop` ends it and removes what it wrote, `restart` ends
 * it and starts it again on what it wrote. With `TEST_CLOCK` on, `moveClock` puts its clock forward.
 */
export async function startProduct(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'carecommons-e2e-'));
  const port = await freePort();
  const { DATABASE_URL: _, DATABASE_MIGRATION_URL: __, ...inherited } = process.env;
  const movable = settings.TEST_CLOCK === 'on';
  // Only the server itself listens on the pipe; the pages have been built by then, for all journeys.
  const script = movable ? '../apps/server/src/main.ts' : '../scripts/start.mjs';
  let said = '';

  function launch() {
    const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
      env: {
        ...inherited,
        MODE: 'demo',
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataDir,
        // Where a Redis is given, all products share it.
        REDIS_PREFIX: basename(dataDir),
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'warn',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe', movable ? 'ipc' : 'ignore'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return { child, ended: once(child, 'exit') };
  }
  let running = launch();

  /** Asks the product to stop, so that it ends its database too. */
  async function end() {
    const { child, ended } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await ended;
    clearTimeout(late);
  }

  async function stop() {
    await end();
    await rm(dataDir, { recursive: true, force: true });
    if (running.child.exitCode !== 0) throw new Error(`The product did not stop well:\n${said}`);
  }

  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    Promise.race([ready(url), running.ended.then(() => Promise.reject(new Error(`It ended:\n${said}`)))]);

  let moved = 0;
  async function move(milliseconds: number) {
    const { child } = running;
    child.send({ move: milliseconds });
    // It also says when it is ready.
    for (let answer = {}; !('moved' in answer);) [answer] = (await once(child, 'message')) as [object];
  }

  /** Its clock, where it was put forward, does not go back. */
  async function restart() {
    await end();
    running = launch();
    await answers();
    if (moved > 0) await move(moved);
  }

  /** Puts the product's clock forward; resolves when it has been. */
  async function moveClock(milliseconds: number) {
    await move(milliseconds);
    moved += milliseconds;
  }

  try {
    await answers();
    return { product: { url, logins: await readLogins(() => said) }, stop, restart, moveClock, moved: () => moved };
  } catch (error) {
    await end();
    await rm(dataDir, { recursive: true, force: true });
    throw new Error(`The product did not start. It said:\n${said}`, { cause: error });
  }
}

/** Waits until the server takes calls, two minutes at most: a first start may have to build. */
async function ready(url: string) {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const answer = await fetch(`${url}/healthz/ready/`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It was not ready within two minutes.');
}

/** Reads the lines that name the demo's people: role, username, password. They come with the last word of the start. */
async function readLogins(said: () => string): Promise<Product['logins']> {
  const login = async (role: string): Promise<Login> => {
    const line = new RegExp(`^\\s*${role}\\s+(\\S+)\\s+(\\S+)\\s*\\n`, 'im');
    const until = Date.now() + 10_000;
    while (Date.now() < until) {
      const [, username, password] = line.exec(said()) ?? [];
      if (username !== undefined && password !== undefined) return { username, password };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`No login of a ${role} was printed.`);
  };
  return {
    patient: await login('patient'),
    provider: await login('healthcare_provider'),
    administrator: await login('administrator'),
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Opens a session of one of the demo's people over the API, and gives the page its two tokens; ends on the home page. */
export async function signIn(page: Page, { url, logins }: Product, who: Who) {
  const answer = await page.request.post(`${url}/token/`, { data: logins[who] });
  if (!answer.ok()) throw new Error(`The ${who} could not sign in: ${answer.status()} ${await answer.text()}`);
  const tokens = (await answer.json()) as { access: string; refresh: string };
  await page.goto(`${url}/`);
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('access', access);
    localStorage.setItem('refresh', refresh);
  }, tokens);
  await page.reload();
}
