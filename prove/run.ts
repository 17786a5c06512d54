import { parseArgs } from 'node:util';
import { proofs } from './proofs.ts';
import { rotation } from './rotation.ts';
import { closeAll } from './tools/closing.ts';
import type { Figure } from './tools/figure.ts';

// npm run prove: runs the proofs, and prints one figure of security or reliability a line, as JSON. --full: each as large as
// possible. --small: as small as possible and without judging durations, as in CI. Names: only those. --rotation DAY: the
// smallest size of the proofs of that day of the week, 0 to 6. --file F: `render` and `uploads` try that file. --set F:
// `search-words` makes those searches.

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void closeAll().then(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  });
}

const { values, positionals } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    rotation: { type: 'string' },
    file: { type: 'string' },
    set: { type: 'string' },
  },
  allowPositionals: true,
});
const ofDay = values.rotation === undefined ? undefined : rotation[Number(values.rotation) % rotation.length];
const size = { ...values, small: values.small || ofDay !== undefined };
const names = ofDay !== undefined ? Object.keys(ofDay) : positionals.length > 0 ? positionals : Object.keys(proofs);
const unknown = names.find((name) => !Object.hasOwn(proofs, name));
if (unknown !== undefined)
  throw new Error(`There is no proof ${unknown}. There are: ${Object.keys(proofs).join(', ')}.`);

const began = performance.now();
const fallen: string[] = [];
for (const name of names) {
  const from = performance.now();
  const { fast = true, ...figure } = await prove(name);
  figure.ok &&= fast || size.small;
  // Output of a process that is killed by its proof is ignored.
  if (stopping) break;
  if (!figure.ok) fallen.push(name);
  console.log(JSON.stringify(figure));
  console.error(`${name}: ${secondsSince(from)} s`);
}
if (!stopping) {
  const short = fallen.length === 0 ? '' : `; short of it: ${fallen.join(', ')}`;
  console.error(
    `${names.length - fallen.length} of ${names.length} figures as they should be, in ${secondsSince(began)} s${short}`,
  );
  // What a failed proof left open would keep the process running.
  await closeAll();
  process.exit(fallen.length > 0 ? 1 : 0);
}

function secondsSince(from: number) {
  return Math.round((performance.now() - from) / 1000);
}

/** Runs a proof; a proof that throws counts as a failed figure. */
async function prove(name: string): Promise<Figure> {
  try {
    return await (proofs[name] as (typeof proofs)[string])(size);
  } catch (error) {
    if (!stopping) console.error(error);
    return { figure: name, value: { broke: String(error) }, target: 'to end', ok: false };
  }
}
