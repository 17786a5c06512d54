import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RowOf, Tx } from '../../platform/db/db.ts';
import { Problem } from '../../platform/errors/errors.ts';
import type { Call } from '../../platform/routing/routing.ts';
import { withCode, withdrawing } from './current-password.ts';
import { isChallenge, newChallenge, takeChallenge } from './second-factor/second-factor-challenges.ts';
import { askingFor, requestOptions, siteOf } from './second-factor/second-factor-passkeys.ts';
import { factorsOf, takeCode } from './second-factor/second-factor.ts';
import { openSession } from './sessions.ts';

/** A person whose password was correct, with its hash: the sign-in fails if the password changes before it ends. */
type User = RowOf<'users', 'id' | 'password_hash'>;

type Dependencies = Omit<Call<never>, 'actor' | 'params' | 'query' | 'body'>;
type Tokens = Awaited<ReturnType<typeof openSession>>;

/**
 * Every sign-in with a password and every second step goes through this, which counts failures. Throws 429,
 * `invalid_credentials`.
 */
export async function entering(
  { throttle, request, reply }: Pick<Dependencies, 'throttle' | 'request' | 'reply'>,
  username: string,
  enter: () => Promise<Tokens>,
) {
  request.signingInAs = username;
  const attempt = await throttle.login(username, request, reply);
  const tokens = await enter().catch(withdrawing(attempt));
  if (tokens === undefined) throw new Problem('invalid_credentials');
  await attempt.succeeded();
  return tokens;
}

/** Opens a session with a password alone. Throws `code_required` with a ticket if the person has a second factor. */
export async function enterByPassword(needs: Dependencies, user: User): Promise<Tokens> {
  return await needs.db.transaction().execute(async (tx) => {
    const tokens = await open(tx, needs, user, false);
    // The session locks its person: a factor that is being added is visible by now.
    const factors = await factorsOf(tx, user.id);
    if (factors.app || factors.passkey) throw await codeRequired(tx, needs, user, factors);
    return tokens;
  });
}

/**
 * Opens a session with a correct password and a code; `during` is checked in the same transaction. Throws
 * `invalid_code`, 429.
 */
export async function enterByCode(needs: Dependencies, user: User, code: string, during?: (tx: Tx) => Promise<void>) {
  const { db, config, clock, throttle } = needs;
  return await withCode(throttle, user.id, () =>
    db.transaction().execute(async (tx) => {
      const given = { secret: config.secret, now: clock.now() };
      if (!(await takeCode(tx, { user_id: user.id }, code, given)))
        throw new Problem('invalid_code', { errors: [{ field: 'code', message: 'Please enter the next code.' }] });
      await during?.(tx);
      return await open(tx, needs, user, true);
    }),
  );
}

/** Opens the session of a sign-in, in its transaction. */
export const open = (
  tx: Tx,
  needs: Dependencies,
  user: Omit<User, 'password_hash'> & Partial<User>,
  confirmed: boolean,
) => openSession(tx, { ...user, confirmed }, needs.request.headers['user-agent'], needs);

/**
 * The browser that began a sign-in: its user agent, and a random value that its page holds only in memory. Not a
 * cookie: cookies prove nothing here.
 */
function browserOf({ headers }: Dependencies['request']) {
  const { 'user-agent': agent = '', 'x-browser': page = '' } = headers;
  return createHash('sha256')
    .update(JSON.stringify([agent, page]))
    .digest('base64url');
}

const purposeOf = ({ request }: Dependencies, { id, password_hash }: User) =>
  `second step ${id} ${browserOf(request)} ${createHash('sha256').update(password_hash).digest('base64url')}`;

/** What a passkey signs for one ticket. */
export const stepOf = (ticket: string) => `second step by ${ticket}`;

async function codeRequired(tx: Tx, needs: Dependencies, user: User, { app, passkey, recovery }: Factors) {
  const { config, clock, request } = needs;
  const challenge = newChallenge(config.secret, purposeOf(needs, user), clock.now());
  const ticket = `${user.id}.${Buffer.from(challenge).toString('base64url')}`;
  const usable = passkey && siteOf(config.publicUrl, request) !== undefined;
  const options = usable ? await requestOptions(tx, user.id, askingFor(needs, stepOf(ticket))) : null;
  const message = usable ? 'Please use your passkey, or enter a code.' : undefined;
  return new Problem('code_required', {
    ...(message === undefined ? {} : { message }),
    secondStep: { ticket, ways: { code: app || recovery, passkey: options } },
  });
}
type Factors = Awaited<ReturnType<typeof factorsOf>>;

/**
 * The person of a ticket, and a function that uses it up: of several concurrent requests, one succeeds. Throws
 * `sign_in_ended` if the ticket is invalid, expired, from another browser, or older than the password.
 */
export async function readTicket(needs: Dependencies, ticket: string) {
  const { db, config, clock } = needs;
  const [, id, challenge = ''] = /^(\d{1,10})\.([\w-]{75})$/.exec(ticket) ?? [];
  const { rows } = await sql<User & RowOf<'users', 'username'>>`
    select id, username, password_hash from users
    where id = ${id ?? 0}::bigint and disabled_at is null and erased_at is null`.execute(db);
  const [user] = rows;
  if (user === undefined || !isChallenge(config.secret, purposeOf(needs, user), challenge, clock.now()))
    throw new Problem('sign_in_ended');
  async function use(tx: Tx) {
    if (!(await takeChallenge(tx, challenge, clock.now()))) throw new Problem('sign_in_ended');
  }
  return { user, use };
}
