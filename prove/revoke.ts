import type { Figure } from './run.ts';
import { post, signUp, withTwoServers } from './two-servers.ts';

const rounds = 20;

/** S10: how long an access token is still taken by another process after its session was ended by logout. */
export async function revoke(): Promise<Figure> {
  return await withTwoServers(async ([one, other]) => {
    let longest = 0;
    for (let round = 0; round < rounds; round++) {
      const { access, refresh } = await signUp(one);
      const check = () => fetch(`${other}/check/`, { headers: { authorization: `Bearer ${access}` } });
      if ((await check()).status !== 200) throw new Error('The other process did not know the session.');
      await post(`${one}/logout/`, { refresh_token: refresh }, access);
      const ended = performance.now();
      while ((await check()).status !== 401) await new Promise((resolve) => setTimeout(resolve, 10));
      longest = Math.max(longest, performance.now() - ended);
    }
    return {
      figure: 'S10 logout to refusal on another process, ms',
      value: { rounds, longest: Math.round(longest) },
      target: '<= 1000',
      ok: longest <= 1000,
    };
  });
}
