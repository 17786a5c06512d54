import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { testStore } from '../../apps/server/test/servers/s3-server.ts';
import { startBalancer } from './balancer.ts';
import { freePort } from '../../apps/server/test/servers/free-port.ts';
import { type Instance, startDatabase, startInstance } from './instance.ts';

export type Who = 'patient' | 'provider' | 'administrator';

export interface Login {
  username: string;
  password: string;
}

/** The product as its user started it. */
export interface Product {
  url: string;
  /** The logins of the demo's people, as printed. */
  logins: Record<Who, Login>;
  /** The path of the page with its emails, as printed. */
  mailPage: string;
}

/** By port: a page may use several names for the product's machine. */
const mailPages = new Map<string, string>();

/** The path of the page with the emails of the product that a page has open. */
export function mailPageOf(page: Page): string {
  const shared = JSON.parse(process.env.PRODUCT ?? 'null') as Product | null;
  const { port } = new URL(page.url());
  const found = shared !== null && new URL(shared.url).port === port ? shared.mailPage : mailPages.get(port);
  if (found === undefined) throw new Error(`No product shows its letters at port ${port}.`);
  return found;
}

/**
 * Starts the real product with an empty data folder on a free port; `stop` ends it and removes its data, `restart` restarts it
 * with its data. With `TEST_CLOCK`, `moveClock` moves its clock forward. With `TEST_INSTANCES` in the environment, that many
 * instances share one database behind a load balancer.
 */
export async function startProduct(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'carecommons-e2e-'));
  const count = Number(process.env.TEST_INSTANCES ?? 1);
  const { PORT: _, DATABASE_URL: __, DATABASE_MIGRATION_URL: ___, ...inherited } = process.env;
  const environment = {
    ...inherited,
    MODE: 'demo',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...testStore(`${basename(dataDir)}/`),
    // If there is a Redis, all products share it.
    ...(process.env.TEST_REDIS_URL !== undefined && { REDIS_URL: process.env.TEST_REDIS_URL }),
    REDIS_PREFIX: basename(dataDir),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  };
  const movable = settings.TEST_CLOCK === 'on';
  // Moving the clock by days must not sign anybody out.
  const waiting = movable ? { IDLE_SIGN_OUT_MINUTES: 'off' } : {};
  const database = count > 1 ? await startDatabase(dataDir) : undefined;
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const balancer = count > 1 ? await startBalancer(ports) : undefined;
  // Emails link to the load balancer, not to the instance that sends them; passkeys need a host name.
  const url = balancer === undefined ? `http://127.0.0.1:${ports[0]}` : `http://localhost:${balancer.port}`;
  const instances: Instance[] = [];
  let moved = 0;

  /** One after the other: the first fills the empty database. */
  async function launch() {
    for (const [n, port] of ports.entries()) {
      const instance = startInstance(
        {
          ...environment,
          ...database?.settings,
          ...(balancer && { PUBLIC_URL: url }),
          PORT: String(port),
          ...waiting,
          ...settings,
        },
        movable,
      );
      instances[n] = instance;
      const ended = instance.ended.then(() => Promise.reject(new Error('It ended.')));
      await Promise.race([ready(`http://127.0.0.1:${port}`), ended]);
      // A moved clock does not go back: sessions created at the later time would otherwise end for long.
      if (moved > 0) await instance.move(moved);
    }
  }

  const move = async (milliseconds: number) =>
    void (await Promise.all(instances.map((instance) => instance.move(milliseconds))));
  const end = async () => void (await Promise.all(instances.map((instance) => instance.end())));

  async function remove() {
    await end();
    await balancer?.stop();
    await database?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }

  async function stop() {
    await remove();
    const bad = instances.find(({ child }) => child.exitCode !== 0);
    if (bad !== undefined) throw new Error(`The product did not stop well:\n${bad.said()}`);
  }

  try {
    await launch();
    const said = () => instances[0]?.said() ?? '';
    const logins = await readLogins(said);
    const [, mailPage] = /^Emails of this demo are at \S+?(\/dev\/mail\/\S+)$/m.exec(said()) ?? [];
    if (mailPage === undefined) throw new Error('It did not say where its letters are.');
    mailPages.set(new URL(url).port, mailPage);
    const product = { url, logins, mailPage };
    return {
      product,
      stop,
      async restart() {
        await end();
        await launch();
      },
      /** Moves the product's clock forward; resolves when that is done. */
      async moveClock(milliseconds: number) {
        await move(milliseconds);
        moved += milliseconds;
      },
      moved: () => moved,
    };
  } catch (error) {
    await remove();
    throw new Error(`The product did not start. It said:\n${instances.map(({ said }) => said()).join('\n')}`, {
      cause: error,
    });
  }
}

/** Waits until the server answers, at most two minutes: a first start may have to build. */
async function ready(url: string) {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const answer = await fetch(`${url}/healthz/ready/`).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('It was not ready within two minutes.');
}

/** Reads the lines with the demo's people: role, username, password. They are the last output of the start. */
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

/** Opens a session for one of the demo's people through the API, and stores its tokens in the page; ends on the home page. */
export async function signIn(page: Page, { url, logins }: Product, who: Who) {
  const answer = await page.request.post(`${url}/token/`, { data: logins[who] });
  if (!answer.ok()) throw new Error(`The ${who} could not sign in: ${answer.status()} ${await answer.text()}`);
  const tokens = (await answer.json()) as Tokens;
  await page.goto(`${url}/`);
  await storeTokens(page, tokens);
  await page.reload();
}

export interface Tokens {
  access: string;
  refresh: string;
}

/** Stores the tokens of a session like the login form does; the page must be on the site. */
export async function storeTokens(page: Page, tokens: Tokens) {
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('access', access);
    localStorage.setItem('refresh', refresh);
    // Otherwise pages are rendered for signed-out visitors, and shift when they find the tokens.
    document.cookie = 'signed_in=yes; path=/';
  }, tokens);
}
