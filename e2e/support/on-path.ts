import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where the first of these programs is that the system has; undefined where it has none. */
export function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}
