import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../apps/server/src/platform/time/time.ts';
import { connect, type Db } from '../../apps/server/src/platform/db/db.ts';
import { administer } from '../../apps/server/src/modules/admin/command-line.ts';
import { openLiveClient } from '../../apps/server/test/servers/live-client.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { password, post, signUp, withTwoServers } from '../tools/two-servers.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const profile = { name: 'Prove Person', about: 'Here for a proof.', phone: '+91 80 0000 0000' };

type Person = Awaited<ReturnType<typeof signUp>>;

interface Change {
  /** What the person has at first. */
  before?: (person: Person) => Promise<unknown>;
  /** The change itself, on the first process or by the operator. */
  make(person: Person): Promise<unknown>;
  /** A call of the person on the second process, and its status before and after. */
  call: string;
  statuses: [number, number];
}

/** S10: how long a second process and its open connections still accept a revoked right. */
export async function revoke(size: Size): Promise<Figure> {
  const rounds = sized(size, 1, 3, 20);
  return await withTwoServers(
    async ([one, other], owner) => {
      const db = connect(owner, { prepare: false, connections: 1 }, quiet);
      const longest: Record<string, { call: number; connection: number }> = {};
      for (const [name, change] of Object.entries(changesOn(one, db))) {
        const worst = { call: 0, connection: 0 };
        for (let round = 0; round < rounds; round++) {
          const took = await measure(one, other, change);
          worst.call = Math.max(worst.call, Math.round(took.call));
          worst.connection = Math.max(worst.connection, Math.round(took.connection));
        }
        longest[name] = worst;
      }
      await db.destroy();
      const all = Object.values(longest).flatMap(({ call, connection }) => [call, connection]);
      return {
        figure:
          'S10 logout, password, account, grant and role until another process and its connections follow, longest ms',
        value: { rounds, ...longest },
        target: '<= 1000',
        ok: all.length > 0,
        fast: Math.max(...all) <= 1000,
      };
    },
    () => ({ SECOND_FACTOR: 'optional' }),
  );
}

const config = {
  secret: '',
  isSecretKept: false,
  databaseUrl: undefined,
  workers: 1,
  mode: 'demo',
  providers: 'open',
  masterKeys: undefined,
  dataDir: '',
  s3: undefined,
  publicUrl: undefined,
  port: 3000,
} as const;

function changesOn(one: string, db: Db): Record<string, Change> {
  const operate = (...words: string[]) =>
    administer({ db, owner: db, config, clock: systemClock, printLine() {} }, words);
  const refused: Pick<Change, 'call' | 'statuses'> = { call: '/check/', statuses: [200, 401] };
  return {
    logout: { ...refused, make: ({ access, refresh }) => post(`${one}/logout/`, { refresh_token: refresh }, access) },
    password: {
      ...refused,
      async make({ username }) {
        const { body } = await post(`${one}/token/`, { username, password });
        const changed = { current_password: password, new_password: 'eight grey herons' };
        return await post(`${one}/account/password/`, changed, body.access);
      },
    },
    account: { ...refused, make: ({ username }) => operate('disable', username) },
    grant: {
      before: ({ username }) => operate('grant', username, 'moderator'),
      make: ({ username }) => operate('revoke', username, 'moderator'),
      call: '/apis/moderation/',
      statuses: [200, 403],
    },
    role: {
      make: ({ access }) => post(`${one}/register/user/basic/`, profile, access),
      // Its own sockets follow; the check shows what the role may open.
      call: '/check/',
      statuses: [200, 200],
    },
  };
}

/** How long after a change the second process still accepts a call or keeps a connection. */
async function measure(one: string, other: string, { before, make, call, statuses }: Change) {
  const person = await signUp(one);
  await before?.(person);
  const ask = async () => {
    const answer = await fetch(other + call, { headers: { authorization: `Bearer ${person.access}` } });
    return { status: answer.status, text: await answer.text() };
  };
  const first = await ask();
  if (first.status !== statuses[0]) throw new Error(`${call} answered ${first.status} before the change.`);
  const client = await openLiveClient(other, person.access);
  await make(person);
  const made = performance.now();
  const connection = client.closed.then(() => performance.now() - made);
  for (;;) {
    const { status, text } = await ask();
    if (status === statuses[1] && (status !== first.status || text !== first.text)) break;
    await sleep(10);
  }
  return { call: performance.now() - made, connection: await connection };
}
