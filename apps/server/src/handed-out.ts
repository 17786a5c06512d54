import type { EndSignedLinks } from './platform/auth/auth.ts';
import { endAddresses } from './modules/calendars/addresses.ts';
import { endLinks } from './modules/records/shares.ts';

const steps: readonly EndSignedLinks[] = [endLinks, endAddresses];

/** Ends all that a person has handed out that opens something without signing in, module by module. */
export const endHandedOut: EndSignedLinks = async (tx, person, now) => {
  for (const end of steps) await end(tx, person, now);
};
