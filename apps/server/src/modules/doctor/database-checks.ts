import { sql } from 'kysely';
import { openSecrets } from '../../platform/auth/auth.ts';
import { type MasterKeys, masterKeyFaults, openMasterKeys } from '../../platform/crypto/crypto.ts';
import { clockOffset, missingTimeLimits, migrationGap, type RowOf } from '../../platform/db/db.ts';
import { StartError } from '../../platform/errors/errors.ts';
import { missingMasterKeys } from '../../platform/files/files.ts';
import { countJobs } from '../../platform/jobs/jobs.ts';
import { factorHolders, heldGrants, people } from '../accounts/accounts.ts';
import { type Check, fault, type Found, ok, warning } from './findings.ts';

const oldestMajor = 15;
const lateSeconds = 600;

/** PostgreSQL answers, is new enough, and has the tables of this version. */
export const checkDatabase: Check = async ({ db, config }) => {
  const began = performance.now();
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer as number`.execute(
    db,
  );
  const ms = Math.round(performance.now() - began);
  const [{ version, number }] = rows as [(typeof rows)[number]];
  const found: Found[] = [
    number >= oldestMajor * 10_000
      ? ok(`PostgreSQL ${version} answers in ${ms} ms${config.databaseUrl === undefined ? ', embedded' : ''}.`)
      : fault(`PostgreSQL ${version} is too old.`, `Use PostgreSQL ${oldestMajor} or newer.`),
  ];
  const { missing, changed, unknown } = await migrationGap(db);
  if (missing !== undefined)
    found.push(fault(`The migration ${missing} has not run.`, 'Start the server, or run npm run admin -- migrate.'));
  if (changed !== undefined)
    found.push(
      fault(`The migration ${changed} is not the one that ran.`, 'Install the version that this database came from.'),
    );
  if (unknown !== undefined)
    found.push(
      fault(`A newer version has changed the tables (${unknown}).`, 'Install that version or a newer one again.'),
    );
  return found;
};

/** The application's role owns nothing, may read every table that it is granted, and cannot hang for ever. */
export const checkRoles: Check = async ({ db, config }) => {
  const { rows } = await sql<{ role: string; powerful: boolean; owned: number; closed: string[] }>`
    select current_user as role, r.rolsuper or r.rolcreaterole or r.rolbypassrls as powerful,
      (select count(*)::integer from pg_class c where c.relkind in ('r', 'p') and c.relowner = r.oid
        and c.relnamespace = 'public'::regnamespace) as owned,
      array(select c.relname::text from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
        and c.relnamespace = 'public'::regnamespace
        and not has_any_column_privilege(c.oid, 'select, insert, update') order by 1) as closed
    from pg_roles r where r.rolname = current_user`.execute(db);
  const [{ role, powerful, owned, closed }] = rows as [(typeof rows)[number]];
  const found: Found[] = [];
  if (closed.length > 0)
    found.push(
      fault(
        `The role ${role} may not use the table ${closed.join(', ')}.`,
        'Grant its rights again: restore them from a fresh database, see docs/operations/database.md.',
      ),
    );
  if (powerful || owned > 0) {
    const message = `The application's role ${role} ${powerful ? 'has rights over the whole server' : `owns ${owned} tables`}: a fault in the application could change the audit.`;
    found.push(
      warning(
        message,
        'Give the application a role of its own: DATABASE_URL with that role, DATABASE_MIGRATION_URL with the owner.',
      ),
    );
  }
  const unlimited = await missingTimeLimits(db);
  if (unlimited.length > 0)
    found.push(
      warning(
        `The role ${role} has no ${unlimited.join(', no ')}.`,
        `Set them for this role, as the database's administrator: docs/operations/database.md has the statements.`,
      ),
    );
  return found.length > 0
    ? found
    : ok(`The application's role ${role} owns nothing${config.databaseUrl === undefined ? ', embedded' : ''}.`);
};

/** This machine and the database agree on the time. */
export const checkClock: Check = async ({ db, clock }) => {
  const { off, isTolerated } = await clockOffset(db, clock);
  const seconds = Math.abs(off / 1000).toFixed(1);
  return isTolerated
    ? ok(`This machine and the database differ by ${seconds} s.`)
    : warning(
        `This machine and the database differ by ${seconds} s.`,
        'Run a time service, such as chrony, on both. Until then the server uses the time of the database.',
      );
};

/** SECRET is the one that this database was made with. */
export const checkSecret: Check = async ({ db, config }) => {
  try {
    await openSecrets(db, { ...config }, { command: true });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return fault(error.message, 'See docs/operations/audit-and-keys.md for a secret that was lost.');
  }
  return config.mode === 'production' && config.isSecretKept
    ? warning(
        'The secret is in the data folder, beside what it protects.',
        'Set SECRET, for example from a password store.',
      )
    : ok('The secret belongs to this database.');
};

/** Every master key that a stored file needs is at hand. */
export const checkMasterKeys: Check = async ({ db, config }) => {
  let keys: MasterKeys;
  try {
    keys = openMasterKeys(config);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return fault(error.message, 'See docs/operations/audit-and-keys.md.');
  }
  const missing = await missingMasterKeys(db, keys);
  if (missing.length > 0) {
    return missing.map(({ version, fault: what }) =>
      fault(`Version ${version} of MASTER_KEYS: ${masterKeyFaults[what]}.`, 'Restore it from where you stored a copy.'),
    );
  }
  return config.mode === 'production' && config.masterKeys === undefined
    ? warning(
        'The master keys are in the data folder, beside what they protect.',
        'Set MASTER_KEYS, for example from a password store.',
      )
    : ok('All master keys that files need are here.');
};

/** Emails and other jobs are being done. */
export const checkQueue: Check = async ({ db }) => {
  const counts = await countJobs(db);
  const numberOf = (wanted: string) =>
    counts.filter(({ state }) => state === wanted).reduce((sum, { count }) => sum + count, 0);
  const late = Math.max(0, ...counts.filter(({ state }) => state === 'waiting').map((one) => one.late));
  const givenUp = numberOf('given_up');
  const found: Found[] = [];
  if (late > lateSeconds)
    found.push(
      fault(
        `${numberOf('waiting')} jobs wait, the oldest for ${Math.round(late / 60)} minutes.`,
        'Check that the server runs, and its log: a job that fails is logged with its reason.',
      ),
    );
  if (givenUp > 0)
    found.push(
      warning(
        `${givenUp} emails or other jobs were given up.`,
        'Look at the reason under Administration → Emails, mend it, and try them again there.',
      ),
    );
  return found.length > 0 ? found : ok('No email or other job is late.');
};

/** Somebody can administer the site, and is protected by a second factor. */
export const checkAdministrators: Check = async ({ db, clock, config }) => {
  const { rows } = await sql<RowOf<'users', 'username'> & { factor: boolean }>`
    select p.username, f.user_id is not null as factor
    from ${heldGrants(clock.now())} g join ${people} p on p.id = g.user_id
    left join ${factorHolders} f on f.user_id = g.user_id
    where g.name = 'administrator' and p.disabled_at is null and p.erased_at is null order by p.username`.execute(db);
  if (rows.length === 0)
    return fault(
      'There is no administrator.',
      'npm run admin -- create <username> <email>, then npm run admin -- grant <username> administrator.',
    );
  const bare = rows.filter(({ factor }) => !factor).map(({ username }) => username);
  if (bare.length === rows.length && config.secondFactor === 'required')
    return warning(
      `No administrator has a second factor yet (${bare.join(', ')}): their powers do not work without one.`,
      'Each sets one up under Account → Second factor.',
    );
  return ok(
    `${rows.length} ${rows.length === 1 ? 'administrator' : 'administrators'}, ${rows.length - bare.length} with a second factor.`,
  );
};
