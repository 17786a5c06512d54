import { test } from '@playwright/test';
import { calls, constants, routes, rules, texts } from './facts.ts';

const facts = { ...routes, ...calls, ...texts, ...constants, ...rules };

/** What can be cited: the number of a section, and what it says there. */
type Fact = keyof typeof facts;

/** Says which facts of the specification the running test holds. The ids stand there as they are: `npm test` reads them. */
export function covers(...ids: Fact[]) {
  for (const id of ids) test.info().annotations.push({ type: 'specification', description: id });
}

/** A text that the specification quotes, for the running test to look for. */
export function quoted<Id extends keyof typeof texts>(id: Id): (typeof texts)[Id] {
  covers(id);
  return texts[id];
}

/** A delay or a limit of the specification, for the running test to hold the product to. */
export function constant<Id extends keyof typeof constants>(id: Id): (typeof constants)[Id] {
  covers(id);
  return constants[id];
}
