import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { closing } from './closing.ts';

// Third-party scanners from Debian's packages. Nothing is installed here: the name of a missing package is reported.

/** The output of a scanner, and its exit code. */
interface Ended {
  said: string;
  code: number | null;
}

/** The path of a program from a Debian package. Throws a sentence that names the package. */
export function scannerOf(program: string, debianPackage = program): string {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin'];
  const found = folders.map((folder) => join(folder, program)).find((path) => isExecutable(path));
  if (found === undefined) throw new Error(`This proof needs ${program} (Debian: apt-get install ${debianPackage}).`);
  return found;
}

function isExecutable(path: string) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface Running {
  /** The maximum duration, in milliseconds. */
  within: number;
  cwd: string;
}

/** Runs a scanner in a folder; throws if it takes too long. */
export async function scan(program: string, args: string[], { within, cwd }: Running): Promise<Ended> {
  // In a process group: a scanner of shell scripts has many children.
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  const close = closing(async () => end());
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    end();
  }, within);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  await close();
  if (late) throw new Error(`${program} was not done in ${within / 1000} s: ${said.slice(-500)}`);
  return { said, code };
}
