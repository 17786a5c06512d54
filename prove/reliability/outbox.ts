import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { mailServer } from '../../apps/server/test/servers/mail-server.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';
import { password, post, withTwoServers } from '../tools/two-servers.ts';

// The points in an email's delivery at which its worker is killed: at the address, in the text, when the mail server has it but
// has not confirmed, and right after its confirmation. In between, a worker is killed that has just received a job.
const steps = ['recipient', 'data', 'taken', 'answered'] as const;
const emailsOfRound = 3;
const patienceMs = 90_000;
// Longer than the lease of a job, so that another worker has taken it over by the time the frozen one continues.
const frozenMs = 17_000;

type Step = (typeof steps)[number];

/**
 * R6 and R7: emails requested by registering, sent by two real servers to a real mail server, while the sending one is killed
 * at every step of a delivery, and frozen at one (in full at every step). Counts lost emails and duplicates, and how long the
 * email of a killed worker had to wait.
 */
export async function outbox(size: Size): Promise<Figure> {
  const mail = await recordingMailServer();
  const settingsOf = (which: number) => ({
    SMTP_URL: `${mail.url}?name=worker-${which}`,
    MAIL_FROM: 'prove@example.org',
  });
  try {
    return await withTwoServers(async (servers, owner, kill, freeze) => {
      const asked: string[] = [];
      let crashes = 0;
      for (const [round, step] of Array.from({ length: sized(size, 1, 2, 2) }, () => steps)
        .flat()
        .entries()) {
        const hit = mail.waitFor(step);
        for (let n = 0; n < emailsOfRound; n++) asked.push(await register(servers[round % 2] as string));
        const { worker, letGo } = await hit;
        mail.workerDied(worker);
        await kill(worker);
        letGo();
        crashes++;
        if (step !== 'recipient') continue;
        asked.push(await register(servers[0]));
        mail.workerDied(0);
        await kill(0);
        crashes++;
      }
      const frozenAt = sized<readonly Step[]>(size, [], ['data'], steps);
      for (const step of frozenAt) {
        const hit = mail.waitFor(step);
        for (let n = 0; n < emailsOfRound; n++) asked.push(await register(servers[n % 2] as string));
        const { worker, letGo } = await hit;
        const frozen = freeze(worker, frozenMs);
        letGo();
        await frozen;
      }
      const missing = () => asked.filter((address) => !mail.copies().has(address)).length;
      const until = Date.now() + patienceMs;
      while (Date.now() < until && missing() > 0) await sleep(200);
      const left = await jobsLeft(owner);
      const lost = missing();
      // The demo's people get several emails of their own.
      const copies = [...mail.copies()].filter(([address]) => asked.includes(address)).map(([, messages]) => messages);
      const doubled = copies.reduce((sum, messages) => sum + messages.length - 1, 0);
      const differing = copies.filter(
        (messages) => new Set(messages.map(({ messageId }) => messageId)).size > 1,
      ).length;
      const longest = Math.round(Math.max(...mail.waits)) / 1000;
      return {
        figure: 'R6, R7 letters lost, doubled, and waiting, where their worker is killed at each step or frozen',
        value: {
          messages: asked.length,
          crashes,
          freezes: frozenAt.length,
          lost,
          doubled,
          copies_with_another_message_id: differing,
          left_in_the_table: left,
          again_after_seconds: { runs: mail.waits.length, longest },
        },
        target: '0 lost, at most one doubled for each crash or freeze, under the same Message-ID; again within 30 s',
        ok: lost + differing + left === 0 && doubled <= crashes + frozenAt.length && mail.waits.length > 0,
        fast: longest <= 30,
      };
    }, settingsOf);
  } finally {
    await mail.close();
  }
}

async function register(server: string) {
  const username = `outbox.${crypto.randomUUID()}`;
  const email = `${username}@example.org`;
  const { status } = await post(`${server}/register/user/`, { username, email, password });
  if (status !== 201) throw new Error(`A registration answered ${status}.`);
  return email;
}

async function jobsLeft(owner: pg.ClientConfig) {
  const client = new pg.Client(owner);
  await client.connect();
  const left = async () =>
    (await client.query<{ left: number }>('select count(*)::int as left from jobs')).rows[0]?.left ?? 0;
  const until = Date.now() + 30_000;
  // The last email is marked as sent a moment after its delivery.
  while ((await left()) > 0 && Date.now() < until) await sleep(200);
  const count = await left();
  await client.end();
  return count;
}

interface Hit {
  worker: 0 | 1;
  /** Lets a connection continue whose other end is gone. */
  letGo: () => void;
}

/** A mail server that accepts every email, knows its sender, and stops at the awaited step. */
async function recordingMailServer() {
  const waits: number[] = [];
  const sending = new Map<string, string>();
  const diedAt = new Map<string, number>();
  let wanted: { step: Step; hit: (at: Hit) => void } | undefined;

  async function reach(step: Step, name: string) {
    if (wanted?.step !== step) return;
    const { hit } = wanted;
    wanted = undefined;
    await new Promise<void>((letGo) => hit({ worker: name.endsWith('1') ? 1 : 0, letGo }));
  }

  const server = await mailServer({
    async onRecipient(address, worker) {
      sending.set(worker, address);
      const died = diedAt.get(address);
      if (died !== undefined) waits.push(performance.now() - died);
      diedAt.delete(address);
      await reach('recipient', worker);
    },
    onText: (worker) => reach('data', worker),
    onEmail: (_email, worker) => reach('taken', worker),
    async onAnswered(worker) {
      sending.delete(worker);
      // The answer is on its way, and so is the mark in the table.
      await reach('answered', worker);
    },
  });
  return {
    ...server,
    waits,
    /** The accepted emails of each address. */
    copies: () => Map.groupBy(server.taken, ({ to }) => to),
    waitFor: (step: Step) => new Promise<Hit>((hit) => (wanted = { step, hit })),
    /** The email that the worker was sending will be sent again. */
    workerDied(worker: number) {
      const address = sending.get(`worker-${worker}`);
      sending.delete(`worker-${worker}`);
      if (address !== undefined) diedAt.set(address, performance.now());
    },
  };
}
