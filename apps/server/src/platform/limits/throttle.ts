import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Clock, systemClock } from '../time/time.ts';
import { type Config, isWithin, type Limit, limitsOf, networkOf } from '../config/config.ts';
import type { Db } from '../db/db.ts';
import { idAtSignIn, openDeviceProofs, type ProvenAccount } from '../auth/auth.ts';
import { openPostLimit } from './post-limit.ts';
import { openRequestLimit, tooMany } from './request-limit.ts';
import { deriveKey } from '../crypto/crypto.ts';
import type { SharedCounter } from './shared-counter.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

const reports = { limit: 30, during: 1 * hours };
// Links to files that were refused, forged or not, and things of others that somebody asked for.
const refusedLinks = { limit: 60, during: 5 * minutes };
const foreignRequests = { limit: 30, during: 5 * minutes };
// Files that are no PDF or picture, or damaged: each took work to find out.
const refusedFiles = { limit: 30, during: 1 * hours };
// Emails that anybody can have sent to an address that may be anybody's.
const emailsToAddress = { limit: 5, during: 1 * hours };
// A stolen list is also tried from many addresses, a little from each. While so many logins fail everywhere, an address
// may fail less often; who logs in on a device or from an address that they have used before does not notice.
const failuresEverywhere = { limit: 100, during: 10 * minutes };
// From the fifth failure on an account waits 5 s, 10 s, 20 s … and never longer than a quarter of an hour.
const failuresOfAccount = { free: 5, firstDelay: 5, longestDelay: 900, during: 1 * hours };
// Codes of six digits are few, so they are counted longer, and only a right one resets the count.
const failedCodesDuring = 24 * hours;
// An address from which an account has logged in has its own counter for it, which nobody elsewhere can fill.
const addressKnownFor = 30 * 24 * hours;
const countsBetweenSweeps = 100;

/** An attempt that was counted as a failure before its outcome is known, so that attempts made at once all count. */
export interface Attempt {
  /** It was the right person: the account's failures are forgotten, the address's counters are as before. */
  succeeded(): Promise<void>;
  /** It was not tried after all: the counters are as before. */
  withdraw(): Promise<void>;
}

const byUsername = (id: number) => `id ${id}`;
const byEmail = (id: number) => `email of ${id}`;

const uncounted: Attempt = { async succeeded() {}, async withdraw() {} };

type Asking = Pick<FastifyRequest, 'ip' | 'headers' | 'protocol'>;

export type Throttle = ReturnType<typeof openThrottle>;

/**
 * Limits, multiplied by `config.rateLimit` (0: none). The counters against guessing are rows that all processes share;
 * they are in the database that accounts are in, so where they cannot be written nobody is let in either. The net under
 * every request counts in memory, and with `shared` over all processes.
 */
export function openThrottle(
  db: Db,
  config: Pick<Config, 'rateLimit' | 'limits' | 'trustedNetworks' | 'secret' | 'publicUrl' | 'workers'>,
  clock: Clock = systemClock,
  shared?: SharedCounter,
) {
  const factor = config.rateLimit;
  const hashKey = deriveKey(config.secret, 'throttle');
  const scaled = (limit: number) => Math.max(1, Math.round(limit * factor));
  // Not shared, workers are given connections in turn: of many, each sees its part; of one, a single worker sees everything.
  const workersCounting = shared === undefined ? Math.min(config.workers, 4) : 1;
  const net = openRequestLimit({ clock, nameOf: (who) => key('requests', who), shared });
  const limits = limitsOf(config.limits);
  const { post } = openPostLimit({ factor, clock, nameOf: (counter) => key('posts', counter), shared });
  const devices = openDeviceProofs(config, clock);
  const free = scaled(failuresOfAccount.free);
  let counts = 0;

  function key(...parts: string[]) {
    return createHmac('sha256', hashKey).update(parts.join('\0')).digest('base64url').slice(0, 24);
  }

  /** How many an address may, by its network. */
  const most = ({ limit, trusted }: Limit, ip: string) =>
    scaled(isWithin(config.trustedNetworks, ip) ? limit * trusted : limit);

  /**
   * The account that a login with this name would open, by the same comparison, so that every spelling counts together. By the email
   * address it counts apart: that one of the two ways waits does not tell that the other one leads to the same person.
   */
  async function accountNamed(name: string) {
    const { rows } = await sql<
      { folded: string; by_username: boolean } & (ProvenAccount | Record<keyof ProvenAccount, null>)
    >`
      select lower(${name}::text) as folded, lower(u.username) = lower(${name}::text) as by_username,
        u.id, u.password_changed_at
      from (values (1)) one left join users u on u.id = ${idAtSignIn(name)}`.execute(db);
    const { folded, by_username, ...account } = rows[0] as (typeof rows)[number];
    if (account.id === null) return { name: `name ${folded}` };
    return { name: (by_username ? byUsername : byEmail)(account.id), account };
  }

  /** Adds one to a counter of a fixed window; false where it is full. */
  async function count(counter: string, { limit, during }: { limit: number; during: number }, within = db) {
    const now = clock.now();
    if (++counts % countsBetweenSweeps === 0) await sql`delete from throttle where ends_at < ${now}`.execute(within);
    const { rows } = await sql`
      insert into throttle as t (key, points, ends_at) values (${counter}, 1, ${new Date(now.getTime() + during)})
      on conflict (key) do update set
        points = case when t.ends_at <= ${now} then 1 else t.points + 1 end,
        ends_at = case when t.ends_at <= ${now} then excluded.ends_at else t.ends_at end
      where t.points < ${limit} or t.ends_at <= ${now}
      returning points`.execute(within);
    return rows.length > 0;
  }

  /** Counts a failure of an account, whose next attempt then waits the longer; false while it waits. */
  async function countFailure(counter: string, during = failuresOfAccount.during) {
    const now = clock.now();
    const { firstDelay, longestDelay } = failuresOfAccount;
    const { rows } = await sql`
      insert into throttle as t (key, points, ends_at) values (${counter}, 1, ${new Date(now.getTime() + during)})
      on conflict (key) do update set
        points = case when t.ends_at <= ${now} then 1 else t.points + 1 end,
        ends_at = excluded.ends_at,
        opens_at = case when t.ends_at > ${now} and t.points + 1 >= ${free} then ${now}::timestamptz
          + least(${longestDelay}::float8, ${firstDelay}::float8 * 2 ^ least(t.points + 1 - ${free}, 20)) * interval '1 second' end
      where t.opens_at is null or t.opens_at <= ${now}
      returning points`.execute(db);
    return rows.length > 0;
  }

  async function refuse(counter: string, within = db): Promise<never> {
    const { rows } = await sql<{ until: Date }>`
      select coalesce(opens_at, ends_at) as until from throttle where key = ${counter}`.execute(within);
    const wait = (rows[0]?.until.getTime() ?? 0) - clock.now().getTime();
    throw tooMany(wait);
  }

  async function uncount(counters: string[]) {
    await sql`update throttle set points = points - 1, opens_at = null
      where key = any(${counters}) and points > 0`.execute(db);
  }

  /** Counts an account among those tried from an address; false where there were too many others. */
  async function countAccount(pair: string, accounts: string, ip: string) {
    const { during } = limits.accounts;
    const isNew = await count(pair, { during, limit: 1 });
    if (!isNew || (await count(accounts, { during, limit: most(limits.accounts, ip) }))) return true;
    await sql`delete from throttle where key = ${pair}`.execute(db);
    return false;
  }

  /** An attempt that is counted for one account alone. */
  async function ofAccount(account: string, during?: number): Promise<Attempt> {
    if (factor === 0) return uncounted;
    if (!(await countFailure(account, during))) await refuse(account);
    return {
      async succeeded() {
        await sql`delete from throttle where key = ${account}`.execute(db);
      },
      withdraw: () => uncount([account]),
    };
  }

  return {
    /**
     * Lets a request pass, or throws 429, at once or by its promise. It counts for its person, where its access token is
     * genuine, and for its address only where there is none: many people may share one.
     */
    pass(ip: string, person?: number): Promise<void> | undefined {
      if (factor === 0) return undefined;
      if (person !== undefined) return net.pass(`person ${person}`, scaled(config.limits.requestsPerPerson));
      return net.pass(networkOf(ip), Math.ceil(most(limits.requests, ip) / workersCounting));
    },

    post,

    /** Counts a registration, or throws 429: registration tells which usernames exist. */
    async registration(ip: string) {
      if (factor === 0) return;
      const counter = key('registration', networkOf(ip));
      if (!(await count(counter, { ...limits.registrations, limit: most(limits.registrations, ip) })))
        await refuse(counter);
    },

    /** Counts a report of a person to the moderators, or throws 429. */
    async report(userId: number) {
      if (factor === 0) return;
      const counter = key('report', String(userId));
      if (!(await count(counter, { ...reports, limit: scaled(reports.limit) }))) await refuse(counter);
    },

    /** Counts a link to a file that is refused, in the transaction that refuses it, or throws 429. */
    async refusedLink(ip: string, tx: Db) {
      if (factor === 0) return;
      const counter = key('refused links', networkOf(ip));
      if (!(await count(counter, { ...refusedLinks, limit: scaled(refusedLinks.limit) }, tx)))
        await refuse(counter, tx);
    },

    /** Counts a request of a person for what is not theirs, or throws 429. */
    async foreignRequest(userId: number) {
      if (factor === 0) return;
      const counter = key('foreign requests', String(userId));
      if (!(await count(counter, { ...foreignRequests, limit: scaled(foreignRequests.limit) }))) await refuse(counter);
    },

    /** Throws 429 where too many files of a person were refused for what they hold. */
    async mayUpload(userId: number) {
      if (factor === 0) return;
      const counter = key('refused files', String(userId));
      const { rows } = await sql`
        select 1 from throttle where key = ${counter} and points >= ${scaled(refusedFiles.limit)}
          and ends_at > ${clock.now()}`.execute(db);
      if (rows.length > 0) await refuse(counter);
    },

    /** Counts a file of a person that was refused for what it holds. */
    async fileRefused(userId: number) {
      if (factor === 0) return;
      await count(key('refused files', String(userId)), { ...refusedFiles, limit: scaled(refusedFiles.limit) });
    },

    /** Counts an email to an address that nobody has confirmed yet; false where there were enough. */
    async emailTo(email: string): Promise<boolean> {
      if (factor === 0) return true;
      return await count(key('letters', email.toLowerCase()), {
        ...emailsToAddress,
        limit: scaled(emailsToAddress.limit),
      });
    },

    /** Counts a forgotten password, whether or not there is an account, or throws 429. */
    async forgotten(email: string, ip: string) {
      if (factor === 0) return;
      const from = key('forgotten', networkOf(ip));
      const to = key('forgotten by', email.toLowerCase());
      if (!(await count(from, { ...limits.forgotten, limit: most(limits.forgotten, ip) }))) await refuse(from);
      if (!(await count(to, { ...emailsToAddress, limit: scaled(emailsToAddress.limit) }))) await refuse(to);
    },

    /** Forgets the failed logins of an account whose person has shown otherwise who they are. */
    async forgive(userId: number, ip: string) {
      const network = networkOf(ip);
      const counters = [byUsername(userId), byEmail(userId)].flatMap((name) => [
        key('account', name),
        key('account', name, network),
      ]);
      await sql`delete from throttle where key = any(${counters})`.execute(db);
    },

    /**
     * Counts a login, whether or not the account exists, or throws 429. On a device that has a proof for the account, its own
     * counter alone decides; else that of the account, and last those of the address.
     */
    async login(username: string, request: Asking, reply: FastifyReply): Promise<Attempt> {
      if (factor === 0) return uncounted;
      const { ip, headers } = request;
      const network = networkOf(ip);
      const { name, account: found } = await accountNamed(username);
      const device = found && devices.deviceOf(found, headers);
      const known = key('known address', name, network);
      const giveProof = () => {
        if (found) devices.give(found, request, reply);
      };

      if (device !== undefined) {
        const own = key('account', name, 'device', device);
        if (!(await countFailure(own))) await refuse(own);
        return {
          async succeeded() {
            await sql`delete from throttle where key = ${own}`.execute(db);
            giveProof();
          },
          withdraw: () => uncount([own]),
        };
      }

      const address = key('failures', network);
      const accounts = key('accounts', network);
      const pair = key('account tried', name, network);
      const everywhere = key('failures everywhere');
      const remembered = await sql`select 1 from throttle where key = ${known} and ends_at > ${clock.now()}`.execute(
        db,
      );
      const isKnown = remembered.rows.length > 0;
      const account = isKnown ? key('account', name, network) : key('account', name);

      if (!(await countFailure(account))) await refuse(account);
      const counted = [account];
      let ofAddress: Limit = limits.failures;
      if (!isKnown) {
        const isStorm = !(await count(everywhere, { ...failuresEverywhere, limit: scaled(failuresEverywhere.limit) }));
        if (isStorm) ofAddress = limits.failuresInStorm;
        else counted.push(everywhere);
      }
      if (!(await count(address, { ...ofAddress, limit: most(ofAddress, ip) }))) {
        await uncount(counted);
        await refuse(address);
      }
      counted.push(address);
      if (!(await countAccount(pair, accounts, ip))) {
        await uncount(counted);
        await refuse(accounts);
      }
      return {
        async succeeded() {
          const until = new Date(clock.now().getTime() + addressKnownFor);
          const failures = counted.filter((one) => one !== account);
          await sql`
            with forgotten as (delete from throttle where key = ${account}),
              good as (delete from throttle where key = ${pair} returning key),
              remembered as (insert into throttle (key, points, ends_at) values (${known}, 1, ${until})
                on conflict (key) do update set ends_at = excluded.ends_at)
            update throttle set points = points - 1
            where points > 0 and (key = any(${failures}) or (key = ${accounts} and exists (select from good)))`.execute(
            db,
          );
          giveProof();
        },
        async withdraw() {
          await uncount(counted);
          await sql`with gone as (delete from throttle where key = ${pair} returning key)
            update throttle set points = points - 1
            where key = ${accounts} and points > 0 and exists (select from gone)`.execute(db);
        },
      };
    },

    /** Gives the device a proof for an account, whose person has just shown otherwise than by a login who they are. */
    async rememberDevice(userId: number, request: Asking, reply: FastifyReply) {
      if (factor === 0) return;
      const { rows } = await sql<ProvenAccount>`select id, password_changed_at from users where id = ${userId}`.execute(
        db,
      );
      if (rows[0] !== undefined) devices.give(rows[0], request, reply);
    },

    /** Counts a passcode for a link, whether or not there is such a link, or throws 429. */
    async passcode(ip: string): Promise<Pick<Attempt, 'withdraw'>> {
      if (factor === 0) return uncounted;
      const address = key('passcodes', networkOf(ip));
      if (!(await count(address, { ...limits.passcodes, limit: most(limits.passcodes, ip) }))) await refuse(address);
      return { withdraw: () => uncount([address]) };
    },

    /** Counts a password that a signed-in person gives as their current one, or throws 429. */
    currentPassword: (userId: number) => ofAccount(key('current password', String(userId))),

    /** Counts a code of a person's app or a recovery code, wherever it is given, or throws 429. */
    code: (userId: number) => ofAccount(key('code', String(userId)), failedCodesDuring),
  };
}
