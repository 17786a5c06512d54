import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where each language has its file. */
export const localesFolder = join(import.meta.dirname, 'src/locales');

/** The languages of a folder: one is there as soon as its file is. */
export function languagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.po'))
    .map((file) => file.slice(0, -'.po'.length));
}
