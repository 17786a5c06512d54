import { createHash, randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder, namesIn } from './folder-store.ts';
import { beganAt } from '../process/process.ts';

/** Files that are not finished: in `files/incoming` of the data folder, each named after the process that writes it. */
export function openIncoming(dataDir: string) {
  const folder = join(dataDir, 'files', 'incoming');

  return {
    /** A new empty file, for nobody else to read. */
    async create() {
      const path = join(folder, `${writerName(process.pid)}.${randomBytes(8).toString('hex')}`);
      await makeFolder(folder);
      return { path, handle: await open(path, 'wx+', 0o600) };
    },

    /** Removes what dead processes left, and another machine's where it is older than `age` (milliseconds); says how many. */
    async sweep(age: number) {
      let removed = 0;
      for (const name of await namesIn(folder)) {
        const path = join(folder, name);
        if (isBeingWritten(name) || (isForeign(name) && !(await isOld(path, age)))) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
const thisHost = shortHash(hostname());

/** Who writes an unfinished file: the machine, the pid, and when that process began, for pids come again. */
const writerName = (pid: number) => `${thisHost}.${pid}.${shortHash(beganAt(pid) ?? '')}`;

const isForeign = (name: string) => !name.startsWith(`${thisHost}.`);

function isBeingWritten(name: string) {
  const pid = Number(name.split('.')[1]);
  return !isForeign(name) && beganAt(pid) !== undefined && name.startsWith(`${writerName(pid)}.`);
}

async function isOld(path: string, age: number) {
  const { ctimeMs } = await stat(path).catch(() => ({ ctimeMs: Infinity }));
  return Date.now() - ctimeMs >= age;
}
