import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { randomUUID } from 'node:crypto';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { joinAs, type Person, post, withTwoServers } from '../tools/two-servers.ts';

const tries = 5;
const atOnce = 8;
const othersKeys = 20;

/**
 * R3, F4: duplicate writes when the same call is sent five times with one `Idempotency-Key`, concurrently and later, through
 * two servers that are killed meanwhile; and whether another person's key or another body is taken for the same call.
 */
export async function idempotent(size: Size): Promise<Figure> {
  const [keys, kills] = sized(size, [60, 2], [200, 6], [1000, 50]);
  return await withTwoServers(async (servers, owner, kill) => {
    const people = await Promise.all(servers.map(async (server) => await joinAs(server, 'patient')));
    const run = randomUUID();
    const seen = new Map<string, Set<string>>();
    const statuses: Record<string, number> = {};
    const waiting = Array.from({ length: keys }, (_, n) => n + 1);
    let killed = 0;

    async function ask(which: number, key: string, person: Person, problem = `Is this asked once? ${key}`) {
      const answer = await post(`${servers[which % 2]}/apis/help-center/create/`, { problem }, person.token, {
        'idempotency-key': key,
      }).catch(() => undefined);
      const status = answer === undefined ? 'cut' : String(answer.status);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (answer?.status === 201) seen.set(problem, (seen.get(problem) ?? new Set()).add(String(answer.body.id)));
      return answer?.status;
    }

    async function askAll() {
      for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) {
        // Spread over the kills, whatever the speed of the machine.
        while (killed < Math.floor((turn / keys) * kills)) await sleep(20);
        const key = `${run}.${turn}`;
        const person = people[turn % 2] as Person;
        // Two at once through both servers, then the others, and finally until there is an answer.
        await Promise.all([ask(0, key, person), ask(1, key, person)]);
        for (let n = 2; n < tries; n++) await ask(turn + n, key, person);
        for (let n = 0; !seen.has(`Is this asked once? ${key}`) && n < 100; n++) {
          await sleep(100);
          await ask(n, key, person);
        }
      }
    }
    async function killThem() {
      for (; killed < kills; killed++) {
        await sleep(200 + Math.random() * 400);
        await kill(killed % 2);
      }
    }
    await Promise.all([...Array.from({ length: atOnce }, askAll), killThem()]);

    // The same key of another person is another call; with another text it is refused.
    let mistaken = 0;
    for (let turn = 1; turn <= othersKeys; turn++) {
      const key = `${run}.${turn}`;
      const [mine, other] = [people[turn % 2] as Person, people[(turn + 1) % 2] as Person];
      if ((await ask(turn, key, mine, `Another question. ${key}`)) !== 422) mistaken++;
      if ((await ask(turn, key, other, `Somebody else asks. ${key}`)) !== 201) mistaken++;
    }

    const { rows } = await count(owner, run);
    const doubled = rows.filter(({ times }) => times > 1).length;
    const lost = keys + othersKeys - rows.length;
    const forked = [...seen.values()].filter((ids) => ids.size > 1).length;
    return {
      figure:
        'R3 questions written twice, lost, or answered differently, of so many keys sent five times over killed servers',
      value: { keys, kills: killed, doubled, lost, forked, mistaken, statuses },
      target: '0, 0, 0; no key of another person or for another text mistaken',
      ok: doubled === 0 && lost === 0 && forked === 0 && mistaken === 0 && killed === kills,
    };
  });
}

async function count(owner: pg.ClientConfig, run: string) {
  const client = new pg.Client(owner);
  await client.connect();
  return await client
    .query<{ times: number }>(
      'select count(*)::int as times from questions where position($1 in problem) > 0 group by problem',
      [run],
    )
    .finally(() => client.end());
}
