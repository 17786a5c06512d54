import { altered, forgedTokens } from '../../apps/server/test/fixtures/forged-tokens.ts';
import { operationsOf, send } from '../tools/api.ts';
import { openCrowd } from '../tools/crowd.ts';
import type { Figure } from '../tools/figure.ts';
import { openTrap } from '../tools/trap.ts';
import { withTwoServers } from '../tools/two-servers.ts';

const secret = 'Zq3tB8wLmX5vR1nKc7Jd0HfSy2Gp9UaE';
const nothing = { path: {}, query: {}, headers: {}, body: {} };

/** S8: forged access tokens that open a route, or are refused differently from a missing one; and keys fetched for them. */
export async function jwtForge(): Promise<Figure> {
  const trap = await openTrap();
  return await withTwoServers(
    async ([server], owner) => {
      const crowd = await openCrowd(server, owner);
      const [staff, other] = [crowd.of('staff'), crowd.of('patient')];
      if (staff === undefined || other === undefined) throw new Error('Nobody came.');
      const genuine = {
        ...staff,
        secret,
        now: Math.floor(Date.now() / 1000),
        otherId: other.id,
        trap: `http://127.0.0.1:${trap.port}`,
      };
      const forged = Object.entries(forgedTokens(genuine));
      const guarded = (await operationsOf(server)).filter((one) => one.guarded);
      const check = guarded.filter(({ name }) => name === 'GET /check/');
      const good = await Promise.all(check.map((one) => send(server, one, nothing, altered(genuine, {}))));

      let tried = 0;
      const accepted: string[] = [];
      const different: string[] = [];
      for (const operation of guarded) {
        const signedOut = await (await send(server, operation, nothing)).text();
        for (const [kind, token] of forged) {
          const answer = await send(server, operation, nothing, token);
          const text = await answer.text();
          tried += 1;
          if (answer.status !== 401) accepted.push(`${operation.name}: ${kind}: ${answer.status}`);
          else if (text !== signedOut) different.push(`${operation.name}: ${kind}`);
        }
      }
      const fetched = trap.came();
      const sees = (await trap.sees()) && good.length === 1 && good[0]?.status === 200;
      return {
        figure: 'S8 forged access tokens that open a route, or are refused otherwise than none; keys fetched for them',
        value: {
          kinds: forged.length,
          routes: guarded.length,
          tried,
          accepted: accepted.length,
          different: different.length,
          fetched,
          ...(accepted.length + different.length === 0 ? {} : { first: [...accepted, ...different].slice(0, 10) }),
        },
        target: '>= 25 kinds x all guarded routes, 0, 0 and 0',
        ok: forged.length >= 25 && accepted.length + different.length + fetched === 0 && sees,
      };
    },
    () => ({ SECRET: secret }),
  ).finally(trap.close);
}
