import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { watchWaits } from '../tools/longest-wait.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { password, post, signUp, withTwoServers } from '../tools/two-servers.ts';

const perSecond = 10;
const storm = 500;

/** S13: how passwords are hashed, how long a login takes, and how a storm of logins affects others. */
export async function loginCost(size: Size): Promise<Figure> {
  const seconds = sized(size, 3, 10, 60);
  return await withTwoServers(async ([server], owner) => {
    const { username } = await signUp(server);
    const logIn = () => post(`${server}/token/`, { username, password });
    for (let n = 0; n < 20; n++) await logIn();

    const took: number[] = [];
    const running: Promise<void>[] = [];
    for (let n = 0; n < seconds * perSecond; n++) {
      const began = performance.now();
      running.push(logIn().then(() => void took.push(performance.now() - began)));
      await sleep(1000 / perSecond);
    }
    await Promise.all(running);
    const p95 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Infinity;

    const stopWatching = await watchWaits(server);
    const answers = await Promise.all(Array.from({ length: storm }, logIn));
    const longest = await stopWatching();
    const statuses = Object.fromEntries(
      [...Map.groupBy(answers, ({ status }) => status)].map(([status, of]) => [status, of.length]),
    );
    const { weak, hashes, parameters } = await hashesOf(owner);
    return {
      figure: 'S13 hashes below the floor; p95 of logins at 10/s, longest wait of others in a storm of 500, in ms',
      value: { hashes, weak, parameters, p95: Math.round(p95), longest: Math.round(longest), storm: statuses },
      target: '0 below 19 MiB and t=2; < 150; < 100',
      ok: weak === 0 && hashes > 0 && hasOnly(statuses, ['200', '503']),
      fast: p95 < 150 && longest < 100,
    };
  });
}

const hasOnly = (statuses: object, expected: string[]) =>
  Object.keys(statuses).every((status) => expected.includes(status));

/** The hash parameters of every stored password. */
async function hashesOf(owner: pg.ClientConfig) {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ password_hash: string }>('select password_hash from users');
  await client.end();
  const parameters = new Set<string>();
  let weak = 0;
  for (const { password_hash } of rows) {
    const [, kind, m = 0, t = 0] = /^\$(argon2id\$v=19)\$m=(\d+),t=(\d+),p=\d+\$/.exec(password_hash) ?? [];
    parameters.add(`${kind ?? '?'} m=${m} t=${t}`);
    if (kind === undefined || Number(m) < 19_456 || Number(t) < 2) weak += 1;
  }
  return { hashes: rows.length, weak, parameters: [...parameters] };
}
