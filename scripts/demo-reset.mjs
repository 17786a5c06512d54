import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { lockDataFolder } from '../apps/server/src/platform/process/process.ts';
import { fail } from './prepare.mjs';

// npm run demo:reset: removes the data folder of a demo; the next start loads it anew. Refuses any other data.

const { dataDir, databaseUrl, mode } = readConfig(undefined, { command: true });
if (mode !== 'demo') fail(`MODE is ${mode}: only the data of a demo is removed.`);
if (databaseUrl !== undefined) fail('DATABASE_URL is set: only the data of the embedded database is removed.');
const folder = resolve(dataDir);
if (!existsSync(`${folder}/demo-logins.txt`)) fail(`There is no demo in ${folder}.`);
await lockDataFolder(folder).catch((error) => fail(error.message));
rmSync(folder, { recursive: true });
console.log(`The demo in ${folder} is removed. npm start or npm run dev loads it anew.`);
