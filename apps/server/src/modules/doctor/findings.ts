import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Clock } from '../../platform/time/time.ts';

/** What the examination looks at, in the order in which it is told. */
export const subjects = [
  'settings',
  'versions',
  'database',
  'roles',
  'clock',
  'secret',
  'master keys',
  'storage',
  'disk',
  'mail',
  'queue',
  'virus scan',
  'redis',
  'site',
  'certificate',
  'network',
  'open files',
  'backup',
  'administrators',
] as const;
export type Subject = (typeof subjects)[number];

/** What was found of a subject. A `fault` keeps people from something, a `warning` will, or may; both say what to do. */
export type Finding =
  | { subject: Subject; level: 'ok' | 'not used'; message: string }
  | { subject: Subject; level: 'warning' | 'fault'; message: string; advice: string };

/** A finding without its subject, as a check makes it. */
export type Found =
  | { level: 'ok' | 'not used'; message: string }
  | { level: 'warning' | 'fault'; message: string; advice: string };

export const ok = (message: string): Found => ({ level: 'ok', message });
export const notUsed = (message: string): Found => ({ level: 'not used', message });
export const warning = (message: string, advice: string): Found => ({ level: 'warning', message, advice });
export const fault = (message: string, advice: string): Found => ({ level: 'fault', message, advice });

/** A word that tells an operator why something did not answer: the code of an error, else its name. Never an address or a password. */
export function reasonOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: unknown; name?: string };
  if (typeof code === 'string' && code !== '') return code;
  return cause === undefined ? (name ?? 'unknown') : reasonOf(cause);
}

/** What is examined: an installation by its settings, over a connection as the application's role. */
export interface Context {
  config: Config;
  db: Db;
  clock: Clock;
  log: Logger;
}

export type Check = (context: Context) => Promise<Found | Found[]>;
