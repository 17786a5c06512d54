import type { Figure } from './run.ts';
import { post, signUp, withTwoServers } from './two-servers.ts';

const rounds = 100;

/** S12: what tells a name that has an account from one that has none: the bytes of the refusal, and the time it takes. */
export async function enumeration(): Promise<Figure> {
  return await withTwoServers(async ([server]) => {
    const { username } = await signUp(server);
    const known: number[] = [];
    const unknown: number[] = [];
    const answers = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      // As long as the known one, and a new one each time.
      const nobody = `prove.${crypto.randomUUID().slice(0, 8)}`;
      for (const [name, times] of round % 2 === 0
        ? inOrder(username, nobody)
        : inOrder(username, nobody).toReversed()) {
        const began = performance.now();
        const { status, body } = await post(`${server}/token/`, { username: name, password: 'not this one' });
        times.push(performance.now() - began);
        answers.add(`${status} ${JSON.stringify(body)}`);
      }
    }
    const gap = Math.abs(median(known) - median(unknown));
    return {
      figure: 'S12 login of a known and of an unknown name: different answers, median gap in ms',
      value: { rounds, different: answers.size - 1, gap: Math.round(gap * 100) / 100 },
      target: '0 and < 5',
      ok: answers.size === 1 && gap < 5,
    };

    function inOrder(first: string, second: string) {
      return [
        [first, known],
        [second, unknown],
      ] as [string, number[]][];
    }
  });
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;
