import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8');

/** The version of the product, such as `0.1.0`. */
export const { version: productVersion } = JSON.parse(text) as { version: string };
