import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether this machine has a redis-server. In CI it has one: what is not there is a fault there. */
export const hasRedis = process.env.CI === 'true' || spawnSync('redis-server', ['--version']).status === 0;

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

/** A redis-server of our own, on a socket in a folder of its own, which keeps nothing. */
export async function startRedis(settings: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-redis-'));
  const socket = join(folder, 'redis.sock');
  const command = (...args: string[]) =>
    spawnSync('redis-cli', ['-s', socket, ...args], { encoding: 'utf8' }).stdout.trim();
  let child: ChildProcess;

  async function start() {
    child = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder, ...settings], {
      stdio: 'ignore',
    });
    let gone: unknown;
    child.once('error', (error) => (gone = error));
    child.once('exit', () => (gone ??= new Error('redis-server ended')));
    while (!/^(PONG|NOAUTH)/.test(command('ping'))) {
      if (gone !== undefined) throw gone;
      await sleep(20);
    }
  }

  async function end(signal: NodeJS.Signals) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    await exit;
  }

  await start();
  return {
    url: `unix://${socket}`,
    folder,
    /** Asks it something from outside, by redis-cli. */
    command,
    /** It hangs: connections stand, and nobody answers. */
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: async () => await end('SIGKILL'),
    /** Starts it again after a kill, as empty as it was. */
    start,
    async close() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
