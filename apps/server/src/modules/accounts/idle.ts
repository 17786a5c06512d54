import type { Role } from '@carecommons/contract/endpoint';
import type { Config } from '../../platform/config/config.ts';

type Settings = Pick<Config, 'idleSignOutMinutes' | 'idleSignOutMinutesOfPatients'>;

/** After how many minutes without activity somebody is signed out; undefined: never. Who reads reports of others sooner. */
export function idleMinutes({ role, grants }: { role: Role; grants: readonly unknown[] }, settings: Settings) {
  const readsOthers = role === 'healthcare_provider' || grants.length > 0;
  return readsOthers ? settings.idleSignOutMinutes : settings.idleSignOutMinutesOfPatients;
}
