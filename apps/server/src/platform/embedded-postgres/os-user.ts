import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { StartError } from '../errors/errors.ts';

/** Where the database lies and as whom it runs: PostgreSQL refuses to run as root. */
export interface ClusterLocation {
  /** 'self', the user's name, 'unshare', or one of these after 'moved, '. */
  way: string;
  /** PostgreSQL's own folder; it may not exist yet. */
  cluster: string;
  /** The folder with PostgreSQL's bin, lib and share. */
  binaries: string;
  /** What stands before a command so that it runs as the database's user. */
  prefix: string[];
  /** The owner of the database's files when the server is root. */
  owner?: { uid: number; gid: number };
  /** The user to spawn as, where that is not this process's own. */
  as?: { uid: number; gid: number };
}

interface User {
  name: string;
  uid: number;
  gid: number;
}

const shared = '/var/lib/carecommons';

/** The environment of PostgreSQL's programs: nothing of ours, so that no PGPORT or LANG of a shell changes the database. */
export const bareEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/**
 * Finds who can run the database in `folder`, the data folder's real path. As root, in this order: the owner of the
 * database that is there, `postgres`, `nobody`, root without its powers (a user namespace: works below /root too), and
 * the same outside of the data folder, in /var/lib/carecommons. Throws a StartError when none can.
 */
export function findClusterLocation(folder: string, binaries: Binaries): ClusterLocation {
  const inside = realPath(join(folder, 'postgres'));
  if (process.getuid?.() !== 0) return { way: 'self', cluster: inside, binaries: binaries.folder, prefix: [] };

  const outside = join(realPath(shared), createHash('sha256').update(folder).digest('hex').slice(0, 12));
  // A database that exists is never left behind for an empty one elsewhere.
  const moved = existsSync(outside) && !existsSync(inside);
  const location = moved ? undefined : runnable(inside, binaries.folder);
  if (location !== undefined) return location;
  if (existsSync(inside)) {
    throw new StartError(
      `No user but root can reach the database in ${inside}. Move the data folder, or start as an ordinary user.`,
    );
  }
  try {
    mkdirSync(shared, { recursive: true, mode: 0o755 });
    const there = runnable(outside, binaries.folder) ?? runnable(outside, copyOf(binaries));
    if (there !== undefined) return { ...there, way: `moved, ${there.way}` };
  } catch {
    throw new StartError(
      `The database needs a folder that users other than root can reach, and ${shared} cannot be written.`,
    );
  }
  throw new StartError(
    'PostgreSQL does not run as root, and no other user can be used here. Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** PostgreSQL's processes are known by the real path of the folder they work in. */
function realPath(path: string) {
  return existsSync(path) ? realpathSync(path) : path;
}

function runnable(cluster: string, binaries: string): ClusterLocation | undefined {
  const users = readUsers();
  const named = (name: string) => users.find((user) => user.name === name);
  const holder = existsSync(cluster)
    ? users.find((user) => user.uid === statSync(cluster).uid && user.uid !== 0)
    : undefined;
  for (const user of [holder, named('postgres'), named('nobody')]) {
    if (user === undefined) continue;
    const { uid, gid } = user;
    const location = { way: user.name, cluster, binaries, prefix: [], owner: { uid, gid }, as: { uid, gid } };
    if (reaches(location)) return location;
  }
  // initdb wants a name for its user, so one of the machine's stands in; on the disk the files stay root's.
  const { uid, gid } = users.find((user) => user.uid === 1000) ?? named('nobody') ?? { uid: 1000, gid: 1000 };
  const prefix = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
  const location = { way: 'unshare', cluster, binaries, prefix, owner: { uid: 0, gid: 0 } };
  return reaches(location) ? location : undefined;
}

/** Whether this user can enter the folder and run the binaries: tried, since rights may also come from lists and mounts. */
function reaches(location: ClusterLocation) {
  const words = [dirname(location.cluster), join(location.binaries, 'bin/postgres')];
  const [command = '', ...args] = [...location.prefix, 'sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', ...words];
  return spawnSync(command, args, { ...location.as, cwd: '/', env: bareEnvironment, stdio: 'ignore' }).status === 0;
}

function readUsers(): User[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** A copy of the programs that every user can reach, for a clone that lies in a folder of root's alone. */
function copyOf(binaries: Binaries) {
  const copy = join(shared, `postgres-${binaries.version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Another server was faster.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
