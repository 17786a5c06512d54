import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

/** PgBouncer in transaction mode before the PostgreSQL of a port, with fewer connections to it than its clients have. */
export async function openPooler(server: { host: string; port: number }, users: Record<string, string>) {
  const folder = mkdtempSync('/tmp/carecommons-pooler-');
  chmodSync(folder, 0o755);
  const port = await freePort();
  const names = Object.entries(users).map(([user, password]) => `"${user}" "${password}"\n`);
  writeFileSync(join(folder, 'users'), names.join(''), { mode: 0o644 });
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.host} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 500
`,
    { mode: 0o644 },
  );
  // It refuses to run as root.
  const as = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...as, join(folder, 'pgbouncer.ini')], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: 'ignore',
  });
  const close = async () => {
    if (child.exitCode === null && child.pid !== undefined) {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  let missing: Error | undefined;
  child.on('error', (error) => (missing = error));
  for (let tries = 0; tries < 500; tries++) {
    if (missing !== undefined || child.exitCode !== null) break;
    if (await answers(port)) return { port, close };
    await sleep(20);
  }
  await close();
  throw new Error(`PgBouncer (Debian's pgbouncer) did not start. ${missing?.message ?? ''}`);
}

async function answers(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  return await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('close', () => resolve(false));
  }).finally(() => socket.destroy());
}
