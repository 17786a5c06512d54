import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file and all that it imports, at once or later, as far as it is ours. */
export function filesOf(file: string, found = new Set<string>()) {
  if (found.has(file) || !/\.tsx?$/.test(file)) return found;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g);
  for (const [, path = ''] of imports) filesOf(join(dirname(file), path), found);
  return found;
}
