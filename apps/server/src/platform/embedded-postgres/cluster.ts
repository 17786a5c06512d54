import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { diskFull, notWritable, writing } from '../process/process.ts';
import { bareEnvironment, type ClusterLocation } from './os-user.ts';
import { StartError } from '../errors/errors.ts';

/** The role of the first set-up, for nothing else. */
export const superuser = 'postgres';

// macOS has no C.UTF-8 to tell letters by.
const letters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

// Whoever can open the socket is let in as any role. Only the database's user and root get into its folder, and both
// could read the files anyway, so a password would keep nobody out. The user's name could not be asked for instead
// ("peer"): the server may be root while the database is not, and across a user namespace root has no name.
const initdbArguments = [
  `--username=${superuser}`,
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${letters}`,
];

/** Makes the database's files if there are none; existing ones of another user go to the one who runs them now. */
export async function makeCluster(location: ClusterLocation, folder: string) {
  const { cluster, owner } = location;
  const parent = dirname(cluster);
  if (existsSync(cluster)) {
    if (owner !== undefined && statSync(cluster).uid !== owner.uid)
      spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster]);
    return;
  }
  // Made beside and renamed when whole: a start that is killed half-way leaves nothing that looks like a database.
  const prefix = `${basename(cluster)}.new-`;
  for (const name of readdirSync(parent))
    if (name.startsWith(prefix)) rmSync(join(parent, name), { recursive: true, force: true });
  const unfinished = join(parent, `${prefix}${process.pid}`);
  writing(folder, () => {
    mkdirSync(unfinished, { mode: 0o700 });
    if (owner !== undefined) chownSync(unfinished, owner.uid, owner.gid);
  });
  const { code, output } = await initdb(location, unfinished);
  if (code !== 0) {
    const failure = failureOf(output, folder);
    rmSync(unfinished, { recursive: true, force: true });
    throw failure;
  }
  writing(folder, () => {
    renameSync(unfinished, cluster);
    const handle = openSync(parent, 'r');
    fsyncSync(handle);
    closeSync(handle);
  });
}

function initdb(location: ClusterLocation, cluster: string) {
  const [command = '', ...args] = [
    ...location.prefix,
    join(location.binaries, 'bin/initdb'),
    `--pgdata=${cluster}`,
    ...initdbArguments,
  ];
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(command, args, {
      ...location.as,
      cwd: '/',
      env: bareEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const gather = (text: Buffer) => (output += text.toString());
    child.stdout.on('data', gather);
    child.stderr.on('data', gather);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** What PostgreSQL's last words mean, in one sentence. */
export function failureOf(output: string, folder: string, logFile?: string) {
  // A full disk takes the words themselves too.
  const { bavail, bsize } = statfsSync(folder);
  if (/No space left on device/.test(output) || bavail * bsize < 1_000_000) return diskFull(folder);
  if (/Read-only file system|Permission denied/.test(output)) return notWritable(folder);
  const words = /(?:FATAL|PANIC|error): +(.*)/.exec(output)?.[1] ?? 'it said nothing';
  return new StartError(
    `The embedded database did not start: ${words}.${logFile === undefined ? '' : ` Its log is ${logFile}.`}`,
  );
}
