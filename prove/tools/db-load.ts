import { setTimeout as sleep } from 'node:timers/promises';
import { openLiveClient } from '../../apps/server/test/servers/live-client.ts';
import { joinAs, type Person, post } from './two-servers.ts';

// People who read and write continuously, and record the answers.

const readers = 12;
const pauseMs = 20;

interface Answer {
  status: number;
  /** By the clock of this process, in milliseconds. */
  began: number;
  ended: number;
  written: boolean;
}

export type DbLoad = Awaited<ReturnType<typeof openDbLoad>>;

export async function openDbLoad(servers: readonly string[], writers: number) {
  const people = await Promise.all(servers.map((server) => joinAs(server, 'patient')));
  const answers: Answer[] = [];
  const acknowledged: number[] = [];
  const told = { toStop: false };
  let searches = 0;

  const reads = [
    // An uncached public list, and a personal read.
    (server: string) => fetch(`${server}/apis/help-center/?q=sleep${searches++}`),
    (server: string, { token }: Person) =>
      fetch(`${server}/current-user/`, { headers: { authorization: `Bearer ${token}` } }),
  ];

  async function read(server: string, person: Person, n: number) {
    const answer = await (reads[n % reads.length] as (typeof reads)[0])(server, person);
    await answer.arrayBuffer();
    return answer.status;
  }

  async function write(server: string, { token }: Person) {
    const problem = 'Does anybody sleep better since they walk in the evening?';
    const { status, body } = await post(`${server}/apis/help-center/create/`, { problem }, token);
    if (status === 200 || status === 201) acknowledged.push(Number(body.prob_id));
    return status;
  }

  async function goOn(n: number, act: typeof read, written: boolean) {
    const server = servers[n % servers.length] as string;
    const person = people[n % people.length] as Person;
    while (!told.toStop) {
      const began = performance.now();
      // 0: no answer at all.
      const status = await act(server, person, Math.floor(n / 2)).catch(() => 0);
      answers.push({ status, began, ended: performance.now(), written });
      await sleep(pauseMs);
    }
  }

  const going = Promise.all([
    ...Array.from({ length: readers }, (_, n) => goOn(n, read, false)),
    ...Array.from({ length: writers }, (_, n) => goOn(n, write, true)),
  ]);

  return {
    people,

    /**
     * The answers since a moment: the number of each failure, the longest wait, and how long after `well` the last failure
     * came.
     */
    since(from: number, well: number) {
      const those = answers.filter(({ ended }) => ended >= from);
      const failed = those.filter(({ status }) => status >= 400 || status === 0);
      const firstWrite = those.find(
        ({ status, began, written }) => written && status > 0 && status < 400 && began >= well,
      );
      return {
        answers: those.length,
        failed: failed.length,
        not_503: failed.filter(({ status }) => status !== 503).length,
        longest_ms: Math.round(Math.max(0, ...those.map(({ began, ended }) => ended - began))),
        longest_failure_ms: Math.round(Math.max(0, ...failed.map(({ began, ended }) => ended - began))),
        well_again_ms: Math.round(Math.max(0, ...failed.map(({ ended }) => ended - well))),
        first_write_ms: firstWrite === undefined ? Infinity : Math.round(firstWrite.ended - from),
      };
    },

    /** Stops, and returns the ids of the acknowledged questions. */
    async stop() {
      told.toStop = true;
      await going;
      return acknowledged;
    },
  };
}

/** The number of acknowledged questions that a database lacks. */
export async function lostIn(
  cluster: { ask(statement: string, values: unknown[]): Promise<{ lost: number }[]> },
  acknowledged: number[],
) {
  const [row] = await cluster.ask(
    'select count(*)::int as lost from unnest($1::int[]) a (id) where not exists (select from questions q where q.id = a.id)',
    [acknowledged],
  );
  return row?.lost ?? Infinity;
}

/** Whether an event written on one server reaches watchers on the other through the database. */
export async function watchOther([here, there]: readonly string[], { people }: Pick<DbLoad, 'people'>) {
  const [writer, watcher] = people as [Person, Person];
  const client = await openLiveClient(there as string, watcher.token);
  client.say({ type: 'watch', topic: 'rooms' });
  await client.hear('watching');
  const rooms = await fetch(`${here}/apis/chat-rooms/?limit=1`, {
    headers: { authorization: `Bearer ${writer.token}` },
  });
  const [{ id: room }] = (await rooms.json()) as [{ id: number }];

  /** Repeats a message until it is received; false after ten seconds. */
  return async function isHeard() {
    const from = client.heard.length;
    const ended = performance.now() + 10_000;
    while (performance.now() < ended) {
      const said = { content: 'Is anybody there?', client_id: crypto.randomUUID() };
      await post(`${here}/apis/messages-create/${room}/`, said, writer.token).catch(() => undefined);
      await sleep(300);
      if (client.heard.slice(from).some(({ type }) => type === 'event')) break;
    }
    const heard = client.heard.slice(from).some(({ type }) => type === 'event');
    client.close();
    return heard;
  };
}
