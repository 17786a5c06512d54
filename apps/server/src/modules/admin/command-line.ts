import { randomBytes } from 'node:crypto';
import { register as registering } from '@carecommons/contract/accounts';
import { type Grant, grants as grantNames } from '@carecommons/contract/endpoint';
import { keptFor } from '@carecommons/contract/erasure-rules';
import type { Clock } from '../../platform/time/time.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Listing } from '../providers/providers.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { rotateFileKeys } from '../../platform/files/files.ts';
import { openMasterKeys } from '../../platform/crypto/crypto.ts';
import { Problem, StartError } from '../../platform/errors/errors.ts';
import { passwordLink, register } from '../accounts/accounts.ts';
import { findKept, openKept } from './kept.ts';
import { listSecrets, rotateSecret } from './secret-rotation.ts';
import { type By, disableOrEnable, giveGrant, resetFactor, takeGrant } from './decisions.ts';

interface Dependencies {
  db: Db;
  /** The same database, connected as its owner. */
  owner: Db;
  config: Pick<
    Config,
    | 'secret'
    | 'isSecretKept'
    | 'databaseUrl'
    | 'workers'
    | 'providers'
    | 'mode'
    | 'masterKeys'
    | 'dataDir'
    | 's3'
    | 'publicUrl'
    | 'port'
  >;
  clock: Clock;
  /** Receives progress lines of long commands. */
  printLine: (line: string) => void;
}

const administerUsage = [
  'npm run admin -- create <username> <email>     opens an account and prints a link to set its password by',
  'npm run admin -- password-link <username>      prints such a link for an account that there is',
  `npm run admin -- grant <username> <grant>      gives a power: ${grantNames.join(', ')}`,
  'npm run admin -- revoke <username> <grant>     takes it back',
  'npm run admin -- disable <username>            ends all sessions and refuses new ones',
  'npm run admin -- enable <username>             lets the person log in again',
  'npm run admin -- reset-second-factor <username>   removes app, passkeys and recovery codes of who lost them',
  'npm run admin -- find-kept <name>              lists what is kept of people whose accounts were erased',
  `npm run admin -- open-kept <report> <for>      puts such a report into this folder, for: ${keptFor.join(', ')}`,
  'npm run admin -- rotate-keys                   wraps the keys of all files anew with the newest master key',
  'npm run admin -- migrate                       brings the tables to the newest migration, as their owner',
  'npm run admin -- rotate-secret                 replaces SECRET step by step, and says what to do next',
  'npm run admin -- secrets                       says which versions of SECRET are still needed, and by what',
].join('\n');

const verbs = {
  create,
  'password-link': linkToPassword,
  grant: deciding(async ({ tx, which, by }, given) => {
    const { username } = await giveGrant(tx, which, grantNamed(given), null, by);
    return `${username} is now ${given}.`;
  }),
  revoke: deciding(async ({ tx, which, by }, taken) => {
    const { username } = await takeGrant(tx, which, grantNamed(taken), by);
    return `${username} is not ${taken} any more.`;
  }),
  disable: deciding(async ({ tx, which, by, listing }) => {
    const { username } = await disableOrEnable(tx, which, 'disable', by, listing);
    return `${username} is disabled and logged out everywhere.`;
  }),
  enable: deciding(async ({ tx, which, by, listing }) => {
    const { username } = await disableOrEnable(tx, which, 'enable', by, listing);
    return `${username} may log in again.`;
  }),
  'reset-second-factor': deciding(async ({ tx, which, by }) => {
    const { username, had } = await resetFactor(tx, which, by);
    return had
      ? `${username} has no second factor any more and is logged out everywhere.`
      : `${username} has no second factor.`;
  }),
  'find-kept': findKept,
  'open-kept': openKept,
  'rotate-secret': rotateSecret,
  secrets: listSecrets,
  'rotate-keys': ({ db, config, printLine }) => rotateFileKeys({ db, keys: openMasterKeys(config), printLine }),
} satisfies Record<string, Verb>;
type Verb = (needs: Dependencies, username: string, second: string | undefined) => Promise<string>;

/** The number of words after a command, where it is not one. */
const wordsAfter: Record<string, number> = {
  create: 2,
  grant: 2,
  revoke: 2,
  'open-kept': 2,
  'rotate-keys': 0,
  'rotate-secret': 0,
  secrets: 0,
};

/**
 * Runs an operator's command and returns one sentence about the result. Running servers apply it within a second. Throws a
 * StartError with a sentence for the operator.
 */
export async function administer(needs: Dependencies, [name = '', ...words]: readonly string[]): Promise<string> {
  const [username = '', second] = words;
  const complete = words.length === (wordsAfter[name] ?? 1);
  if (!Object.hasOwn(verbs, name) || !complete) throw new StartError(`Usage:\n${administerUsage}`);
  return await verbs[name as keyof typeof verbs](needs, username, second);
}

async function create({ db, config, clock }: Dependencies, username: string, email: string | undefined) {
  const password = randomBytes(15).toString('base64url');
  const account = registering.body.safeParse({ username, email, password });
  if (!account.success) {
    throw new StartError(account.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  try {
    await register(db, account.data, config.secret, clock.now());
  } catch (error) {
    throw error instanceof Problem ? new StartError(error.message) : error;
  }
  return await linkToPassword({ db, config, clock }, account.data.username);
}

/** The operator never knows a person's password, and passes on a link instead. */
async function linkToPassword({ db, config, clock }: Pick<Dependencies, 'db' | 'config' | 'clock'>, username: string) {
  const end = await db.transaction().execute((tx) => passwordLink(tx, username, config.secret, clock.now()));
  if (end === undefined) throw new StartError(`There is no account named ${username}.`);
  return `${username} may set a password, once and within a day, at ${config.publicUrl ?? `http://localhost:${config.port}`}${end}`;
}

interface Deciding {
  tx: Tx;
  which: { username: string };
  by: By;
  listing: Listing;
}

/** A command that makes a decision about an account in the operator's name, and reports it. */
function deciding(decide: (deciding: Deciding, second: string | undefined) => Promise<string>): Verb {
  return async ({ db, config, clock }, username, second) => {
    const by = { actor: undefined, now: clock.now() };
    try {
      return await db.transaction().execute((tx) => decide({ tx, which: { username }, by, listing: config }, second));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new StartError(error.code === 'not_found' ? `There is no account named ${username}.` : error.message);
    }
  };
}

function grantNamed(name: string | undefined): Grant {
  const known = grantNames.find((one) => one === name);
  if (known === undefined)
    throw new StartError(`There is no grant named ${name}. Please name one of: ${grantNames.join(', ')}.`);
  return known;
}
