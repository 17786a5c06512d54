import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const linux = process.platform === 'linux';

/**
 * When the process with this pid began, as a text that differs for the next process with the same pid; undefined when
 * there is none. A zombie counts as gone: it only waits to be collected.
 */
export function beganAt(pid: number): string | undefined {
  if (!linux) return ps(pid, 'lstart');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything; behind it stand the state and, 19 fields on, the start in ticks since boot.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Whether this pid is a living PostgreSQL process of the database in `folder` (a real path): it works inside it. */
export function isPostgresOf(pid: number, folder: string): boolean {
  if (!linux) return ps(pid, 'command')?.includes(folder) ?? false;
  if (beganAt(pid) === undefined) return false;
  try {
    // After an upgrade of the packages the running program's file is "(deleted)".
    const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** All living PostgreSQL processes of the database in `folder`; none where the system cannot tell (no Linux). */
export function postgresProcessesOf(folder: string): number[] {
  if (!linux) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => isPostgresOf(pid, folder));
}

/** Waits until the database in `folder` no longer has this process: true; or until `ms` milliseconds have passed: false. */
export async function isGone(pid: number, folder: string, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (isPostgresOf(pid, folder)) {
    if (performance.now() > end) return false;
    await sleep(10);
  }
  return true;
}

/** Sends a signal to a process that may have ended by itself. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

function ps(pid: number, field: string): string | undefined {
  const [state = '', ...rest] = spawnSync('ps', ['-o', 'state=', '-o', `${field}=`, '-p', String(pid)], {
    encoding: 'utf8',
  })
    .stdout.trim()
    .split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : rest.join(' ');
}
