import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Addresses, listed, openClient } from './addresses.ts';
import type { Logger } from '../log/log.ts';
import { StartError } from '../errors/errors.ts';

const pauseMs = 1000;
// The first attempt that fails is logged, and then one in so many.
const logEvery = 30;

// A server that is starting, stopping or full (SQLSTATE class 57P and 53), or not reachable yet (system errors).
const passing =
  /^(57P0[1-3]|53300|25006|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/;
// Errors that the driver gives no code.
const passingMessages = /timeout expired|Connection terminated/;

interface Wait {
  /** The setting that names the database, for the sentence about what is wrong. */
  setting: string;
  log: Logger;
  /** Ends the wait: it resolves without a connection. */
  signal?: AbortSignal;
}

/**
 * Resolves once the database accepts a connection, retrying once a second for as long as it is unreachable, starting, or a standby.
 * Throws a StartError for what waiting does not mend: a wrong password, a database or role that does not exist, a refused TLS handshake.
 */
export async function waitForDatabase(addresses: Addresses, { setting, log, signal }: Wait): Promise<void> {
  const isStopped = () => signal?.aborted === true;
  for (let attempt = 0; !isStopped(); attempt++) {
    try {
      const client = await openClient(addresses, { connectionTimeoutMillis: 3000 });
      await client.end();
      return;
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      if (!passing.test(code) && !passingMessages.test(message)) throw refusal(addresses, setting, code, message);
      if (attempt % logEvery === 0) log.warn({ setting, code }, 'waiting for the database');
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}

function refusal(addresses: Addresses, setting: string, code: string, message: string): StartError {
  const { user, database } = new pg.Client(listed(addresses)[0]);
  if (code === '28P01')
    return new StartError(`The database does not accept the password of ${user}. Correct it in ${setting}.`);
  if (code === '28000')
    return new StartError(
      `The database does not let ${user} in (${message}). Check the role in ${setting}, and pg_hba.conf.`,
    );
  if (code === '3D000')
    return new StartError(`There is no database ${database}. Create it, or correct its name in ${setting}.`);
  return new StartError(`The database of ${setting} cannot be used: ${message}.`);
}
