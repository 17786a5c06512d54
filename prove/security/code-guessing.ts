import { codeAt } from '../../apps/server/test/fixtures/authenticator.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { password, signUp, withTwoServers } from '../tools/two-servers.ts';

const rightPasswordEvery = 3;

/**
 * S11: how many guessed codes of an authenticator app are checked if the password is known: in a session from before the app
 * was added, and at the sign-in, with a right password before every third guess, over two servers.
 */
export async function codeGuessing(size: Size): Promise<Figure> {
  const guesses = sized(size, 60, 150, 1000);
  return await withTwoServers(
    async (servers) => {
      const call = async (n: number, path: string, body: object, access?: string) => {
        const answer = await fetch(`${servers[n % 2]}${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            // Each guess comes from another address: only the account's own counter counts them.
            'x-forwarded-for': `198.51.${n % 100}.${n % 200}`,
            ...(access === undefined ? {} : { authorization: `Bearer ${access}` }),
          },
          body: JSON.stringify(body),
        });
        return { status: answer.status, body: (await answer.json()) as Record<string, string> };
      };
      const { username, access } = await signUp(servers[0]);
      const { secret = '' } = (await call(0, '/account/second-factor/app/', {}, access)).body;
      const added = { current_password: password, code: codeAt(secret, new Date()) };
      await call(0, '/account/second-factor/app/confirm/', added, access);

      const looked = { in_session: 0, at_sign_in: 0 };
      for (let n = 0; n < guesses; n++) {
        if (n % rightPasswordEvery === 0) {
          const wanted = { current_password: password, email: `new.${n}@example.org` };
          await call(n, '/account/email/', wanted, access);
        }
        const inSession = await call(n, '/account/second-factor/confirm/', { code: '000000' }, access);
        if (inSession.status !== 429) looked.in_session += 1;
        const { body } = await call(n, '/token/', { username, password });
        if (body['ticket'] === undefined) continue;
        const atSignIn = await call(n, '/token/code/', { ticket: body['ticket'], code: '000000' });
        if (atSignIn.status !== 429) looked.at_sign_in += 1;
      }
      const total = looked.in_session + looked.at_sign_in;
      return {
        figure: 'S11 codes of an app that are looked at, of those guessed by who knows the password',
        value: { guesses: 2 * guesses, ...looked },
        target: `> 0, <= 20 of ${2 * guesses}`,
        ok: total > 0 && total <= 20,
      };
    },
    () => ({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' }),
  );
}
