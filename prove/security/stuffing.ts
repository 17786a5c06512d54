import { deviceFrom, logInFrom } from '../tools/logins.ts';
import { progressOf } from '../tools/progress.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { password, post, signUp, withTwoServers } from '../tools/two-servers.ts';

const addresses = 50;
const atOnce = 10;
const clinic = '192.0.2.7';
const invited = 200;
const tenMinutes = 600_000;
const settings = { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1', TRUSTED_NETWORKS: `${clinic}/32` };

/** All of them are the same name for the database, and so one account. */
const spelled = (n: number, name: string) =>
  [name, name.toUpperCase(), name.replace('i', 'İ'), name.replace('I', 'i')][n % 4];

/**
 * S11: how many passwords of a stolen list are checked if it is tried from many addresses, with several spellings of the
 * names, and from one address in a trusted network; and whether the victim, who has signed in on this device before, can sign
 * in from changing networks.
 */
export async function stuffing(size: Size): Promise<Figure> {
  const pairs = sized(size, 600, 2500, 10_000);
  const many = await tryList(pairs, (n) => `198.51.100.${n % addresses}`);
  const trusted = await tryList(pairs, () => clinic, joinAtClinic);
  const both = [many, trusted];
  return {
    figure: 'S11 passwords of a stolen list that are looked at; sign-ins of its victim that fail meanwhile',
    value: { pairs, [`from ${addresses} addresses`]: many, 'from a trusted one': trusted },
    target:
      `<= 200 of ${pairs}, however spelled; victim 0 on changing networks` +
      `; ${invited} register from the trusted address within 10 min${size.full ? '' : '; of 10000 with --full'}`,
    ok:
      both.every(
        ({ looked_at: looked, victim, refusals, statuses }) =>
          looked <= 200 && looked > 0 && victim.out === 0 && refusals === 1 && statuses['200'] === undefined,
      ) && trusted.registered?.people === invited,
    fast: Number(trusted.registered?.ms) < tenMinutes,
  };
}

/** Tries a list of pairs, in which every hundredth has the victim's name; returns the results of both sides. */
async function tryList(
  pairs: number,
  addressOf: (n: number) => string,
  before?: (servers: string[]) => Promise<{ people: number; ms: number }>,
) {
  return await withTwoServers(
    async (servers) => {
      const registered = await before?.(servers);
      const victim = await signUp(servers[0]);
      const victimName = `${victim.username}.iIi`;
      await post(
        `${servers[0]}/register/user/`,
        { username: victimName, email: 'victim@example.org', password },
        undefined,
        {
          'x-forwarded-for': '203.0.113.9',
        },
      );
      const first = await logInFrom(servers[0], victimName, password, '203.0.113.9');
      let device = deviceFrom(first);
      const progress = progressOf('stuffing', pairs);
      const statuses: Record<string, number> = {};
      const refusals = new Set<string>();
      const locked = { out: first.status === 200 && device !== '' ? 0 : 1, tries: 1 };
      let next = 0;
      const attacking = { over: false };

      const attack = async () => {
        for (let n = next++; n < pairs; n = next++) {
          const username = spelled(n, n % 100 === 0 ? victimName : `stolen.${n}.iIi`) as string;
          const { status, text } = await logInFrom(servers[n % 2] as string, username, `stolen ${n}`, addressOf(n));
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status === 401) refusals.add(text);
          progress.step();
        }
      };
      // On a train: never twice in the same network, and sometimes in one from which the list is tried.
      const live = async () => {
        while (!attacking.over) {
          const n = locked.tries;
          const from = n % 5 === 0 ? addressOf(n) : `203.0.113.${n % 250}`;
          const answer = await logInFrom(servers[n % 2] as string, victimName, password, from, device);
          device = deviceFrom(answer) || device;
          locked.tries += 1;
          if (answer.status !== 200) locked.out += 1;
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
      };
      const living = live();
      await Promise.all(Array.from({ length: atOnce }, attack));
      attacking.over = true;
      await living;
      // Too many at once are refused before hashing, too.
      const looked = (statuses['401'] ?? 0) + (statuses['200'] ?? 0);
      return {
        looked_at: looked,
        statuses,
        victim: locked,
        refusals: refusals.size,
        ...(registered && { registered }),
      };
    },
    () => settings,
  );
}

/** A roomful of people who register from one address. */
async function joinAtClinic(servers: string[]) {
  const began = performance.now();
  let people = 0;
  let next = 0;
  const join = async () => {
    for (let n = next++; n < invited; n = next++) {
      const account = { username: `invited.${n}`, email: `invited.${n}@example.org`, password };
      const from = { 'x-forwarded-for': clinic };
      const { status } = await post(`${servers[n % 2]}/register/user/`, account, undefined, from);
      if (status === 201) people += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, join));
  return { people, ms: Math.round(performance.now() - began) };
}
