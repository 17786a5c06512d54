import { type ChildProcess, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask, dataFolder, notes } from '../../../test/servers/embedded.ts';
import { findBinaries } from './binaries.ts';
import { findClusterLocation } from './os-user.ts';

const root = process.getuid?.() === 0;
const users = readFileSync('/etc/passwd', 'utf8')
  .split('\n')
  .map((line) => line.split(':'));
const idOf = (name: string) => Number(users.find((user) => user[0] === name)?.[2] ?? -1);
const unshares = root && spawnSync('unshare', ['--user', '--map-user=1000', '--map-group=1000', 'true']).status === 0;

let data: ReturnType<typeof dataFolder>;
beforeEach(() => {
  data = dataFolder();
});
afterEach(() => data.remove());

const answers = async (database: Awaited<ReturnType<typeof data.start>>) =>
  expect(await ask(database.app, 'select current_user as role')).toEqual([{ role: 'carecommons_app' }]);

test.skipIf(root)('an ordinary user runs the database itself', async () => {
  const database = await data.start();
  expect(database.way).toBe('self');
  await answers(database);
});

describe.runIf(root)('as root, the database runs', () => {
  test.skipIf(idOf('postgres') === -1)('as postgres, where that user reaches the data folder', async () => {
    chmodSync(data.dataDir, 0o755);
    const database = await data.start();
    expect(database.way).toBe('postgres');
    expect(statSync(data.cluster).uid).toBe(idOf('postgres'));
    await answers(database);
  });

  test('as nobody, where postgres does not', async () => {
    chownSync(data.dataDir, idOf('nobody'), 0);
    const database = await data.start();
    expect(database.way).toBe('nobody');
    expect(statSync(data.cluster).uid).toBe(idOf('nobody'));
    await answers(database);
  });

  test.skipIf(!unshares)('as root without its powers, where only root reaches the data folder', async () => {
    chmodSync(data.dataDir, 0o700);
    const database = await data.start();
    expect(database.way).toBe('unshare');
    expect(statSync(data.cluster).uid).toBe(0);
    await answers(database);
  });

  test.skipIf(!unshares)('as root without its powers, where only root reaches the programs', () => {
    chmodSync(data.dataDir, 0o755);
    const hidden = mkdtempSync('/tmp/carecommons-programs-');
    try {
      cpSync(findBinaries().folder, hidden, { recursive: true, verbatimSymlinks: true });
      const place = findClusterLocation(data.dataDir, { folder: hidden, version: 'any' });
      expect(place).toMatchObject({ way: 'unshare', cluster: data.cluster, binaries: hidden });
    } finally {
      rmSync(hidden, { recursive: true });
    }
  });

  test('as the user who made it before', async () => {
    const [name = '', , uid, gid] =
      users.find((user) => Number(user[2]) > 0 && !['postgres', 'nobody'].includes(user[0] ?? '')) ?? [];
    chmodSync(data.dataDir, 0o755);
    mkdirSync(data.cluster);
    chownSync(data.cluster, Number(uid), Number(gid));
    expect(findClusterLocation(data.dataDir, findBinaries())).toMatchObject({
      way: name,
      as: { uid: Number(uid), gid: Number(gid) },
    });
  });

  test.skipIf(!unshares)('as another user than before, when the folder has been moved', async () => {
    chmodSync(data.dataDir, 0o700);
    const before = await data.start();
    await ask(before.owner, `create table notes (note text); insert into notes values ('kept')`);
    await before.stop();

    chmodSync(data.dataDir, 0o755);
    const after = await data.start();
    expect(after.way).not.toBe('unshare');
    expect(await notes(after.owner)).toEqual(['kept']);
    await after.stop();

    chownSync(data.dataDir, 0, 0);
    chmodSync(data.dataDir, 0o700);
    const again = await data.start();
    expect(again.way).toBe('unshare');
    expect(await notes(again.owner)).toEqual(['kept']);
  });

  test.skipIf(!unshares)('in /var/lib/carecommons, where root cannot put down its powers', async () => {
    chmodSync(data.dataDir, 0o700);
    const { way } = await data.hold('kept', withoutNamespaces, allow);
    expect(way).toMatch(/^moved, (postgres|nobody)$/);
    expect(existsSync(data.cluster)).toBe(false);
  });

  test('on no full disk', async ({ skip }) => {
    const disk = join(data.dataDir, 'disk');
    mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]).status !== 0)
      skip('mounting is not allowed here');
    const small = dataFolder(disk);
    try {
      await expect(small.start()).rejects.toThrow(
        `The disk of the data folder is full: ${disk}. Make room and start again.`,
      );
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});

// A machine of its own as far as users and mounts go, as a container is: no user namespaces in it, /var/lib is empty.
const enclosed = `echo 0 > /proc/sys/user/max_user_namespaces && mount -t tmpfs -o mode=755 tmpfs /var/lib && exec "$@"`;
// Root's rights come with a program that starts once its user is known, so the shell waits and starts another one.
const withoutNamespaces = ['unshare', '--user', '--mount', 'sh', '-c', 'read go; exec sh -c "$0" sh "$@"', enclosed];

const namespaceOf = (pid: number | 'self') => readlinkSync(`/proc/${pid}/ns/user`);

/** Gives the enclosed process the same users as outside, root among them. */
function allow(child: ChildProcess) {
  while (namespaceOf(child.pid ?? 0) === namespaceOf('self'));
  for (const map of ['uid_map', 'gid_map']) writeFileSync(`/proc/${child.pid}/${map}`, '0 0 65536\n');
  child.stdin?.write('go\n');
}
