import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, urlAt } from '../../apps/server/test/servers/clusters.ts';
import { withClusters } from '../tools/db-clusters.ts';
import type { DbLoad } from '../tools/db-load.ts';
import type { Figure, Size } from '../tools/figure.ts';

const underMs = 5000;

/**
 * Two servers that read public lists from a standby: authors read their own writes at once from every list and page, on either
 * server, while the replay is paused. The standby is bypassed then, and when it is frozen or gone.
 */
export async function replica({ full }: Size): Promise<Figure> {
  return await withClusters(
    1,
    async ({ servers, standbys, load }) => {
      const [standby] = standbys as [Cluster];
      const used = await isUsed(standby);
      const from = performance.now();
      await standby.ask('select pg_wal_replay_pause()');
      const missing: string[] = [];
      const writes = full ? 100 : 12;
      for (let n = 0; n < writes; n++) missing.push(...(await writeAndRead(servers, load, n)));
      const others = await untilOthersSee(servers, await publish(servers[0] as string, load.people[0]?.token ?? ''));
      await resume(standby);
      const usedAgain = await isUsed(standby);
      standby.freeze();
      await sleep(underMs);
      standby.thaw();
      const usedAfterFreeze = await isUsed(standby);
      await standby.stop('SIGKILL');
      await sleep(underMs);
      await standby.start();
      const usedAfterAll = await isUsed(standby);
      const { answers, failed, longest_ms } = load.since(from, from);
      const value = {
        writes,
        not_read_back: missing.length,
        lists: [...new Set(missing)],
        others_see_it_ms: others,
        answers,
        failed,
        longest_ms,
        used: [used, usedAgain, usedAfterFreeze, usedAfterAll],
      };
      return {
        figure: 'what an author reads back at once from servers with a replica that is held up, frozen and gone',
        value,
        target:
          'everything, on both; others within 5 s; no failure, none waits 2 s longer; the replica used whenever it is well',
        ok: missing.length + failed === 0 && value.used.every(Boolean),
        fast: others <= 5000 && longest_ms <= 3000,
      };
    },
    (primary, [standby]) => ({
      DATABASE_URL: urlAt('app', primary),
      DATABASE_MIGRATION_URL: urlAt('owner', primary),
      DATABASE_REPLICA_URL: urlAt('app', standby as Cluster),
    }),
    // Otherwise the newest rows are no longer the author's.
    0,
  );
}

/** Replay can conflict with queries on the standby. */
async function resume(standby: Cluster) {
  for (let tries = 0; tries < 10; tries++) {
    try {
      return await standby.ask('select pg_wal_replay_resume()');
    } catch (error) {
      if ((error as { code?: string }).code !== '40001') throw error;
    }
  }
  throw new Error('The standby does not go on.');
}

/** Whether the load's reads reach the standby: far more than the servers' own lag queries. */
async function isUsed(standby: Cluster) {
  const read = async () => {
    const [row] = await standby.ask<{ n: number }>(
      "select coalesce(sum(idx_scan + seq_scan), 0)::int as n from pg_stat_user_tables where relname = 'questions'",
    );
    return row?.n ?? 0;
  };
  const before = await standby.ask('select 1').then(read);
  for (let tries = 0; tries < 100; tries++) {
    if ((await read()) > before) return true;
    await sleep(100);
  }
  return false;
}

async function publish(server: string, token: string) {
  const title = `What helps ${crypto.randomUUID()}`;
  const content = 'One thing at a time, and a little every day.';
  const answer = await fetch(`${server}/apis/blogs/create/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title, content }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`An article was answered with ${answer.status}.`);
  return { word: title, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}

async function ask(server: string, token: string) {
  const problem = `Does it help to walk, ${crypto.randomUUID()}?`;
  const answer = await fetch(`${server}/apis/help-center/create/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ problem }),
  });
  await answer.arrayBuffer();
  return { word: problem, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}

const textAt = async (url: string, headers: Record<string, string>) => await (await fetch(url, { headers })).text();

/**
 * Writes on one server and reads on both, like a browser; and without cookies on the server of the write. Returns where the
 * write was not visible.
 */
async function writeAndRead(servers: readonly string[], { people }: Pick<DbLoad, 'people'>, n: number) {
  const at = n % servers.length;
  const here = servers[at] as string;
  const token = people[at]?.token ?? '';
  // Read just before, so that a stale copy is cached.
  const places = { publish: ['/apis/blogs/', '/blog'], ask: ['/apis/help-center/', '/help'] } as const;
  const kind = n % 2 === 0 ? 'publish' : 'ask';
  for (const server of servers) for (const place of places[kind]) await textAt(server + place, accepts(place));
  const { word, cookie } = await (kind === 'publish' ? publish : ask)(here, token);
  const missing: string[] = [];
  for (const server of servers)
    for (const place of places[kind])
      if (!(await textAt(server + place, { ...accepts(place), cookie })).includes(word)) missing.push(place);
  const bearer = { accept: 'application/json', authorization: `Bearer ${token}` };
  if (!(await textAt(here + places[kind][0], bearer)).includes(word))
    missing.push(`${places[kind][0]} without cookies`);
  return missing;
}

const accepts = (place: string) => ({ accept: place.endsWith('/') ? 'application/json' : 'text/html' });

/** After how many milliseconds everybody sees an article on all servers. */
async function untilOthersSee(servers: readonly string[], { word }: { word: string }) {
  const began = performance.now();
  while (performance.now() - began < 20_000) {
    const texts = await Promise.all(servers.map((server) => textAt(`${server}/apis/blogs/`, accepts('/'))));
    if (texts.every((text) => text.includes(word))) break;
    await sleep(50);
  }
  return Math.round(performance.now() - began);
}
