import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

// Loaded into a server before anything else: counts the operations on the folder of files, and makes one of them fail like a
// disk. The process that started the server chooses which with a message `{ fault: { at, code } }`, and gets their number.

const folder = join(process.env.DATA_DIR as string, 'files');
let fault = { at: 0, code: 'EIO' };
let steps = 0;

process.on('message', (message: { fault?: typeof fault }) => {
  if (message.fault === undefined) return;
  process.send?.({ steps });
  steps = 0;
  fault = message.fault;
});

const failing = () => ++steps === fault.at;
const broken = () => Object.assign(new Error(fault.code), { code: fault.code });

type Step = (...given: never[]) => Promise<unknown>;

for (const name of ['open', 'mkdir', 'rename', 'rm'] as const) {
  const real = fs[name] as (...given: unknown[]) => Promise<unknown>;
  const faulty = async (path: unknown, ...rest: unknown[]) => {
    if (String(path).startsWith(folder) && failing()) throw broken();
    return await real(path, ...rest);
  };
  (fs as unknown as Record<string, Step>)[name] = faulty;
}

const handle = await fs.open('/dev/null');
const kind = Object.getPrototypeOf(handle) as Record<string, (...given: unknown[]) => Promise<unknown>>;
await handle.close();
for (const name of ['appendFile', 'sync', 'read', 'stat']) {
  const real = kind[name] as (typeof kind)[string];
  kind[name] = async function (this: fs.FileHandle, ...given) {
    if (!failing()) return await real.apply(this, given);
    // A write may have written half of it.
    if (name === 'appendFile') await this.write((given[0] as Buffer).subarray(0, (given[0] as Buffer).length / 2));
    throw broken();
  };
}
syncBuiltinESMExports();
