import { randomBytes } from 'node:crypto';
import { register as registering } from '@carecommons/contract/accounts';
import { grants as grantNames } from '@carecommons/contract/endpoint';
import { sql } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Db } from '../../core/db.ts';
import { Problem } from '../../core/problem.ts';
import { StartError } from '../../core/start-error.ts';
import { register } from './accounts.ts';
import { endSessions } from './sessions.ts';

interface Needs {
  db: Db;
  secret: string;
  clock: Clock;
}

const administerUsage = [
  'npm run admin -- create <username> <email>     opens an account and prints its password',
  `npm run admin -- grant <username> <grant>      gives a power: ${grantNames.join(', ')}`,
  'npm run admin -- revoke <username> <grant>     takes it back',
  'npm run admin -- disable <username>            ends all sessions and refuses new ones',
  'npm run admin -- enable <username>             lets the person log in again',
].join('\n');

const verbs = { create, grant, revoke, disable, enable } satisfies Record<string, Verb>;
type Verb = (needs: Needs, username: string, second: string | undefined) => Promise<string>;

/**
 * Does what an operator asks for on the command line and returns one sentence about it. Running servers follow within a
 * second. Throws a StartError with a sentence for the operator.
 */
export async function administer(
  needs: Needs,
  [name = '', username, second, ...more]: readonly string[],
): Promise<string> {
  const takesTwo = name === 'create' || name === 'grant' || name === 'revoke';
  const complete = username !== undefined && (second !== undefined) === takesTwo && more.length === 0;
  if (!Object.hasOwn(verbs, name) || !complete) throw new StartError(`Usage:\n${administerUsage}`);
  return await verbs[name as keyof typeof verbs](needs, username, second);
}

async function create({ db, secret, clock }: Needs, username: string, email: string | undefined) {
  const password = randomBytes(15).toString('base64url');
  const account = registering.body.safeParse({ username, email, password });
  if (!account.success) {
    throw new StartError(account.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  try {
    await register(db, account.data, secret, clock.now());
  } catch (error) {
    throw error instanceof Problem ? new StartError(error.message) : error;
  }
  return `${account.data.username} may now log in with the password ${password}`;
}

async function grant({ db, clock }: Needs, username: string, given: string | undefined) {
  const { id, name } = await find(db, username);
  await sql`insert into grants (user_id, name, granted_at) values (${id}, ${grantNamed(given)}, ${clock.now()})
    on conflict (user_id, name) do update set granted_at = excluded.granted_at, expires_at = null`.execute(db);
  return `${name} is now ${given}.`;
}

async function revoke({ db }: Needs, username: string, taken: string | undefined) {
  const { id, name } = await find(db, username);
  await sql`delete from grants where user_id = ${id} and name = ${grantNamed(taken)}`.execute(db);
  return `${name} is not ${taken} any more.`;
}

async function disable({ db, clock }: Needs, username: string) {
  const { id, name } = await find(db, username);
  await db.transaction().execute(async (tx) => {
    await sql`update users set disabled_at = coalesce(disabled_at, ${clock.now()}) where id = ${id}`.execute(tx);
    await endSessions(tx, id, 'disabled', clock.now());
  });
  return `${name} is disabled and logged out everywhere.`;
}

async function enable({ db }: Needs, username: string) {
  const { id, name } = await find(db, username);
  await sql`update users set disabled_at = null where id = ${id}`.execute(db);
  return `${name} may log in again.`;
}

async function find(db: Db, username: string) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, username as name from users where lower(username) = lower(${username.normalize('NFC')})`.execute(db);
  if (rows[0] === undefined) throw new StartError(`There is no account named ${username}.`);
  return rows[0];
}

function grantNamed(name: string | undefined) {
  const known = grantNames.find((one) => one === name);
  if (known === undefined)
    throw new StartError(`There is no grant named ${name}. Please name one of: ${grantNames.join(', ')}.`);
  return known;
}
