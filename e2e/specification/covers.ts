import { test } from '@playwright/test';
import { calls, constants, routes, rules, texts } from './facts.ts';

const facts = { ...routes, ...calls, ...texts, ...constants, ...rules };

/** What can be cited: a section number and what the specification says there. */
type Fact = keyof typeof facts;

/** Declares which facts of the specification the running test covers. The ids are literals: `npm test` reads them. */
export function covers(...ids: Fact[]) {
  for (const id of ids) test.info().annotations.push({ type: 'specification', description: id });
}

/** A text that the specification quotes, to be found by the running test. */
export function quoted<Id extends keyof typeof texts>(id: Id): (typeof texts)[Id] {
  covers(id);
  return texts[id];
}

/** A delay or a limit of the specification, to be checked by the running test. */
export function constant<Id extends keyof typeof constants>(id: Id): (typeof constants)[Id] {
  covers(id);
  return constants[id];
}
