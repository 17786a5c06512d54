import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../apps/server/src/platform/errors/errors.ts';
import { freePort } from '../../apps/server/test/servers/free-port.ts';
import { closing } from './closing.ts';

/** How often the balancer checks whether a server is ready. */
const probeEveryMs = 500;

/**
 * A real load balancer (Debian's haproxy) in front of some servers: it keeps connections open, and checks each server. With
 * `queue` it passes a number of concurrent requests to each server, queues some more, and refuses the rest itself.
 */
export async function startBalancer(
  servers: readonly string[],
  { queue }: { queue?: { atOnce: number; waiting: number } } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-balancer-'));
  const port = await freePort();
  const atOnce = queue === undefined ? '' : ` maxconn ${queue.atOnce}`;
  const lines = servers.map((server, n) => `  server s${n} ${new URL(server).host} check${atOnce}`);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 5s
  timeout queue 2s
  option redispatch
  retries 3
frontend site
  bind 127.0.0.1:${port}
${queue === undefined ? '' : refusal(queue.waiting * servers.length)}
  default_backend servers
backend servers
  balance leastconn
  http-reuse safe
  option httpchk GET /healthz/ready/
  http-check expect status 200
  default-server inter ${probeEveryMs}ms fall 2 rise 2
${lines.join('\n')}
`,
  );
  let child: ChildProcess | undefined = spawn('haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const missing = once(child, 'error').then(() => {
    throw new Error('This proof needs haproxy (Debian: apt-get install haproxy).');
  });
  missing.catch(() => {});
  const close = closing(async () => {
    if (child?.pid !== undefined && child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    child = undefined;
    rmSync(folder, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${port}`;
  await Promise.race([missing, answers(address)]);
  return { address, close };
}

/** As in docs/operations: with the server's own error texts, and without refusing anything that ends something. */
const refusal = (waiting: number) => `  acl many queue(servers) ge ${waiting}
  acl passes path_beg /healthz/ /account/sessions/
  acl passes path /logout/ /account/sign-out-elsewhere/
  http-error status 503 content-type application/json string '${busy}' hdr Retry-After 2
  http-request deny deny_status 503 if many !passes`;
const busy = JSON.stringify(new Problem('busy').body());

async function answers(address: string) {
  for (;;) {
    const answer = await fetch(`${address}/healthz/ready/`).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(50);
  }
}
