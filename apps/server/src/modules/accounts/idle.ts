import type { Role } from '@carecommons/contract/endpoint';
import type { Config } from '../../platform/config/config.ts';

type Settings = Pick<Config, 'idleSignOutMinutes' | 'idleSignOutMinutesOfPatients'>;

/**
 * The minutes of inactivity after which a person is signed out; undefined for never. Shorter for people who read other
 * people's reports.
 */
export function idleMinutes({ role, grants }: { role: Role; grants: readonly unknown[] }, settings: Settings) {
  const readsOthers = role === 'healthcare_provider' || grants.length > 0;
  return readsOthers ? settings.idleSignOutMinutes : settings.idleSignOutMinutesOfPatients;
}
