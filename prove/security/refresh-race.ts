import { type Figure, type Size, sized } from '../tools/figure.ts';
import { post, signUp, withTwoServers } from '../tools/two-servers.ts';

const atOnce = 50;

/**
 * S9: the successors of one refresh token that many use at once on two processes; and whether its late reuse ends the session.
 */
export async function refreshRace(size: Size): Promise<Figure> {
  const rounds = sized(size, 5, 10, 100);
  return await withTwoServers(async ([one, other]) => {
    let forks = 0;
    let unnoticed = 0;
    for (let round = 0; round < rounds; round++) {
      const { refresh } = await signUp(one);
      const answers = await Promise.all(
        Array.from({ length: atOnce }, (_, index) =>
          post(`${index % 2 === 0 ? one : other}/token/refresh/`, { refresh }),
        ),
      );
      const successors = new Set(
        answers.filter(({ status }) => status === 200).map(({ body }) => body.refresh as string),
      );
      forks += Math.max(0, successors.size - 1);
      const [second = ''] = successors;
      const third = (await post(`${other}/token/refresh/`, { refresh: second })).body.refresh as string;
      await post(`${one}/token/refresh/`, { refresh });
      if ((await post(`${other}/token/refresh/`, { refresh: third })).status !== 401) unnoticed += 1;
    }
    return {
      figure: 'S9 forks of a session in refreshes at once; reuses unnoticed',
      value: { rounds, atOnce, forks, unnoticed },
      target: '0 and 0',
      ok: forks === 0 && unnoticed === 0,
    };
  });
}
