import { progressOf } from './progress.ts';
import type { Figure, Size } from './run.ts';
import { password, signUp, withTwoServers } from './two-servers.ts';

const addresses = 50;
const atOnce = 10;
const home = '203.0.113.9';

/** S11: how many passwords of a stolen list are looked at when it is tried from many addresses, and whether its victim gets in. */
export async function stuffing({ full }: Size): Promise<Figure> {
  const pairs = full ? 10_000 : 2500;
  return await withTwoServers(
    async (servers) => {
      const logIn = async (username: string, given: string, from: string, server: string) => {
        const answer = await fetch(`${server}/token/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
          body: JSON.stringify({ username, password: given }),
        });
        return { status: answer.status, text: await answer.text() };
      };
      const victim = await signUp(servers[0]);
      const first = await logIn(victim.username, password, home, servers[0]);
      const progress = progressOf('stuffing', pairs);
      const statuses: Record<string, number> = {};
      const refusals = new Set<string>();
      const locked = { out: first.status === 200 ? 0 : 1, tries: 1 };
      let next = 0;
      const attacking = { over: false };

      /** Each address tries its part of the list; the victim's name stands in every hundredth pair. */
      const attack = async () => {
        for (let n = next++; n < pairs; n = next++) {
          const username = n % 100 === 0 ? victim.username : `stolen.${n}`;
          const from = `198.51.100.${n % addresses}`;
          const { status, text } = await logIn(username, `stolen ${n}`, from, servers[n % 2] as string);
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status === 401) refusals.add(text);
          progress.step();
        }
      };
      const live = async () => {
        while (!attacking.over) {
          const { status } = await logIn(victim.username, password, home, servers[locked.tries % 2] as string);
          locked.tries += 1;
          if (status !== 200) locked.out += 1;
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
      };
      const living = live();
      await Promise.all(Array.from({ length: atOnce }, attack));
      attacking.over = true;
      await living;
      // Too many at once are refused before the hash, too.
      const looked = (statuses['401'] ?? 0) + (statuses['200'] ?? 0);
      return {
        figure: 'S11 passwords of a stolen list that are looked at; logins of its victim that fail meanwhile',
        value: { pairs, addresses, looked_at: looked, statuses, victim: locked, refusals: refusals.size },
        target: `<= 200 of ${pairs} from ${addresses} addresses; 0${full ? '' : '; of 10000 with --full'}`,
        ok: looked <= 200 && looked > 0 && locked.out === 0 && refusals.size === 1 && statuses['200'] === undefined,
      };
    },
    () => ({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' }),
  );
}
