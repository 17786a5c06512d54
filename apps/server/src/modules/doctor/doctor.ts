import { setTimeout as sleep } from 'node:timers/promises';
import {
  checkAdministrators,
  checkClock,
  checkDatabase,
  checkMasterKeys,
  checkQueue,
  checkRoles,
  checkSecret,
} from './database-checks.ts';
import { type Check, type Context, fault, type Finding, ok, reasonOf, type Subject, subjects } from './findings.ts';
import { checkBackup, checkDisk, checkMail, checkRedis, checkStorage, checkVirusScan } from './service-checks.ts';
import { checkCertificate, checkNetwork, checkOpenFiles, checkSite, checkVersions } from './site-checks.ts';

export type { Context, Finding } from './findings.ts';

const limitMs = 30_000;

/** Whatever came as far as being examined has been read. */
const checkSettings: Check = async ({ config }) => ok(`The settings are in order. MODE is ${config.mode}.`);

const checks: Record<Subject, Check> = {
  settings: checkSettings,
  versions: checkVersions,
  database: checkDatabase,
  roles: checkRoles,
  clock: checkClock,
  secret: checkSecret,
  'master keys': checkMasterKeys,
  storage: checkStorage,
  disk: checkDisk,
  mail: checkMail,
  queue: checkQueue,
  'virus scan': checkVirusScan,
  redis: checkRedis,
  site: checkSite,
  certificate: checkCertificate,
  network: checkNetwork,
  'open files': checkOpenFiles,
  backup: checkBackup,
  administrators: checkAdministrators,
};

/**
 * Examines an installation, each subject by itself: one that cannot be examined is a fault of its own and keeps none of the others
 * from being told. It changes nothing that people see; a probe is written to the file store and removed.
 */
export async function examine(context: Context): Promise<Finding[]> {
  const told = await Promise.all(
    subjects.map(async (subject) => {
      const found = await withinLimit(checks[subject](context)).catch((error: unknown) =>
        fault(`This could not be examined (${reasonOf(error)}).`, 'Mend what stands above first, and run it again.'),
      );
      return [found].flat().map((one): Finding => ({ subject, ...one }));
    }),
  );
  return told.flat();
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  const late = sleep(limitMs, undefined, { ref: false }).then(() => {
    throw Object.assign(new Error('it takes too long'), { code: 'ETIMEDOUT' });
  });
  return await Promise.race([work, late]);
}
