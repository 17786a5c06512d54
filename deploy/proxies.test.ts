import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { copyOf, isSent, readStages } from '../prove/tools/containerfile.ts';
import {
  caddyHere,
  haproxyHere,
  makeCertificate,
  nginxHere,
  startCaddyWithTls,
  startNginx,
} from '../prove/tools/proxies.ts';

const root = new URL('..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'carecommons-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const here = { folder, servers: ['127.0.0.1:3001', '127.0.0.1:3002'], port: 8443 } as const;
/** Where everything is checked, every program has to be there. */
const present = (program: string) =>
  process.env.CI === 'true' || spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

test.runIf(present('nginx'))('nginx takes its example', () => {
  makeCertificate(folder);
  const args = nginxHere(here, 8080);
  const { status, stderr } = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' });
  expect(stderr).toContain('test is successful');
  expect(status).toBe(0);
  const path = args.at(-1) as string;
  writeFileSync(path, readFileSync(path, 'utf8').replace('least_conn', 'least_con'));
  expect(spawnSync('nginx', ['-t', ...args]).status).not.toBe(0);
});

test.runIf(present('caddy'))('Caddy takes its example', () => {
  const { args, env } = caddyHere(here, 8080);
  const { status, stderr } = spawnSync('caddy', ['validate', ...args], { env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const path = join(folder, 'Caddyfile');
  writeFileSync(path, readFileSync(path, 'utf8').replace('lb_policy', 'lb_polizy'));
  expect(spawnSync('caddy', ['validate', ...args], { env }).status).not.toBe(0);
});

const proxies = [
  ['nginx', startNginx],
  ['caddy', startCaddyWithTls],
] as const;
describe.each(proxies)('%s', (name, start) => {
  test.runIf(present(name))('leads pages from http to https, and refuses calls of the API', async () => {
    makeCertificate(folder);
    // Nothing is asked of the servers behind it.
    const proxy = await start(folder, here.servers);
    const answerOf = async (method: string, path: string) => {
      const { status, headers } = await fetch(proxy.plain + path, { method, redirect: 'manual' });
      return [status, headers.get('location')];
    };
    try {
      for (const path of ['/', '/providers?q=heart', '/blog/7']) {
        expect(await answerOf('GET', path)).toEqual([301, `https://127.0.0.1${path}`]);
      }
      for (const path of ['/providers/', '/api/records/', '/current-user/?a=b']) {
        expect(await answerOf('GET', path)).toEqual([403, null]);
      }
      for (const path of ['/token/', '/', '/providers']) expect(await answerOf('POST', path)).toEqual([403, null]);
    } finally {
      await proxy.stop();
    }
  });
});

test.runIf(present('haproxy'))('HAProxy takes its example', () => {
  makeCertificate(folder);
  const args = ['-c', ...haproxyHere(here, 8080)];
  const { status, stderr, stdout } = spawnSync('haproxy', args, { encoding: 'utf8' });
  expect(status, stderr + stdout).toBe(0);
  const path = args.at(-1) as string;
  writeFileSync(path, readFileSync(path, 'utf8').replace('conn_cur', 'con_cur'));
  expect(spawnSync('haproxy', args).status).not.toBe(0);
});

test.runIf(present('nginx'))(
  'nginx holds one address to so many requests and connections, and answers 429',
  async () => {
    const upstream = createServer((_request, response) => void response.end('ok')).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const server = `127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    makeCertificate(folder);
    // The example as it stands, but for how many: else a test would have to be a flood.
    const few = (text: string) =>
      text
        .replace('rate=100r/s', 'rate=1r/s')
        .replace('burst=500', 'burst=5')
        .replace('connections 1000', 'connections 2');
    const proxy = await startNginx(folder, [server, server], few);
    const ask = () =>
      new Promise<number>((resolve, reject) => {
        get(proxy.address, { rejectUnauthorized: false, agent: false }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        }).on('error', reject);
      });
    const statuses = [];
    for (let n = 0; n < 12; n++) statuses.push(await ask());
    await proxy.stop();
    upstream.close();
    upstream.closeAllConnections();
    expect(statuses.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
  },
);

test.runIf(present('systemd-analyze'))('systemd takes the services', () => {
  const units = ['carecommons.service', 'carecommons-migrate.service'];
  for (const unit of units) {
    const text = readFileSync(join(root, 'deploy', unit), 'utf8');
    // Only the words are looked at: the program and the folder are elsewhere.
    writeFileSync(join(folder, unit), text.replace('/usr/bin/node', '/bin/true').replace('/opt/carecommons', '/'));
  }
  const paths = units.map((unit) => join(folder, unit));
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => /carecommons(-migrate)?[.]service/.test(line))).toEqual([]);
});

test('everything that the image takes from the project is there, and is sent', () => {
  const stages = readStages();
  const taken = stages.flatMap(({ steps }) =>
    steps.filter(({ word }) => word === 'COPY').map(({ rest }) => copyOf(rest)),
  );
  const paths = taken.filter(({ from }) => from === undefined).flatMap(({ what }) => what);
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    expect(existsSync(join(root, path)), path).toBe(true);
    expect(isSent(path), path).toBe(true);
  }
  const names = stages.map(({ name }) => name);
  for (const { from } of taken) if (from !== undefined) expect(names).toContain(from);
});

test('no test, no data, no secret and nothing that was installed or built here is sent', () => {
  const others = ['.git/config', 'data/secret', 'deploy/.env', 'apps/server/data/secret', 'node_modules/a/b.js'];
  const tests = [
    'apps/server/test/servers/app.ts',
    'apps/server/src/platform/db/pool.test.ts',
    'apps/web/dist/a.js',
    'e2e/support/care.ts',
  ];
  for (const path of [...others, ...tests, 'docs/operations/README.md']) expect(isSent(path), path).toBe(false);
  for (const path of ['apps/server/src/main.ts', 'scripts/run.mjs', 'packages/contract/src/chat.ts'])
    expect(isSent(path), path).toBe(true);
});

test('the image runs as nobody of importance, by one process that gets the signals', () => {
  const steps = readStages().at(-1)?.steps ?? [];
  const last = (word: string) => steps.findLast((step) => step.word === word)?.rest;
  expect(last('USER')).toBe('node');
  for (const word of ['ENTRYPOINT', 'CMD']) expect(JSON.parse(last(word) as string)).toBeInstanceOf(Array);
  expect(last('HEALTHCHECK')).toContain('/healthz/ready/');
  expect(steps.filter(({ word }) => word === 'ARG' || word === 'ADD')).toEqual([]);
});
