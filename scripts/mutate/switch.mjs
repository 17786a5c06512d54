import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';

// Set up before the files of a run: which mutant is active, and where those that are reached are written down. A run
// without an active one writes down all that it reaches, which tells what a file of tests can notice at all.
const { active, record } = inject('mutants');
const reached = new Set();
appendFileSync(record, `pid ${process.pid}\n`);

globalThis.isMutant = (number) => {
  if ((active === 0 || active === number) && !reached.has(number)) {
    reached.add(number);
    appendFileSync(record, `${number}\n`);
  }
  return active === number;
};
