import type { EndHandedOut } from './core/handed-out.ts';
import { endAddresses } from './modules/calendars/addresses.ts';
import { endLinks } from './modules/records/shares.ts';

const steps: readonly EndHandedOut[] = [endLinks, endAddresses];

/** Ends all that a person has handed out that opens something without signing in, module by module. */
export const endHandedOut: EndHandedOut = async (tx, person, now) => {
  for (const end of steps) await end(tx, person, now);
};
