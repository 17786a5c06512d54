import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import type { Figure } from './run.ts';
import { password, post, withTwoServers } from './two-servers.ts';

// Where in a letter's way its worker is killed: as its address is named, as its text comes, when the mail server has it but
// has not said so, and right after it said so. In between a worker is killed that has just been given something to send.
const steps = ['recipient', 'data', 'taken', 'answered'] as const;
const roundsOfEach = 2;
const lettersOfRound = 3;
const patienceMs = 90_000;

type Step = (typeof steps)[number];

/**
 * R6 and R7: letters that are asked for by registering, sent by two real servers to a real mail server, while the one that
 * sends is killed at every step of a letter's way. Counts what never came, what came twice, and how long the letter of a
 * killed worker had to wait.
 */
export async function outbox(): Promise<Figure> {
  const mail = await recordingMailServer();
  const settingsOf = (which: number) => ({
    SMTP_URL: `smtp://127.0.0.1:${mail.port}?name=worker-${which}`,
    MAIL_FROM: 'prove@example.org',
  });
  try {
    return await withTwoServers(async (servers, owner, kill) => {
      const asked: string[] = [];
      let crashes = 0;
      for (const [round, step] of Array.from({ length: roundsOfEach }, () => steps)
        .flat()
        .entries()) {
        const hit = mail.waitFor(step);
        for (let n = 0; n < lettersOfRound; n++) asked.push(await register(servers[round % 2] as string));
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
      const until = Date.now() + patienceMs;
      while (Date.now() < until && asked.some((address) => !mail.taken.has(address))) await sleep(200);
      const left = await jobsLeft(owner);
      const lost = asked.filter((address) => !mail.taken.has(address)).length;
      const copies = [...mail.taken.values()];
      const doubled = copies.reduce((sum, names) => sum + names.length - 1, 0);
      const differing = copies.filter((names) => new Set(names).size > 1).length;
      const longest = Math.round(Math.max(...mail.waits)) / 1000;
      return {
        figure: 'R6, R7 letters lost, doubled, and waiting, where their worker is killed at each step',
        value: {
          letters: asked.length,
          crashes,
          lost,
          doubled,
          copies_with_another_message_id: differing,
          left_in_the_table: left,
          again_after_seconds: { runs: mail.waits.length, longest },
        },
        target: '0 lost, at most one doubled for each crash, under the same Message-ID; again within 30 s',
        ok: lost + differing + left === 0 && doubled <= crashes && mail.waits.length > 0 && longest <= 30,
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
  // The last letter is marked as sent a moment after it came.
  while ((await left()) > 0 && Date.now() < until) await sleep(200);
  const count = await left();
  await client.end();
  return count;
}

interface Hit {
  worker: 0 | 1;
  /** Lets the connection go on, whose other end is gone. */
  letGo: () => void;
}

/** A mail server that takes every letter, knows who sends it, and stops at a step that is waited for. */
async function recordingMailServer() {
  /** Of each address the Message-IDs of what was taken. */
  const taken = new Map<string, string[]>();
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

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, { hostNameAppearsAs: name }, done) {
      sending.set(name, address);
      const died = diedAt.get(address);
      if (died !== undefined) waits.push(performance.now() - died);
      diedAt.delete(address);
      async function accept() {
        await reach('recipient', name);
        done();
      }
      void accept();
    },
    onData(stream, { hostNameAppearsAs: name, envelope }, done) {
      const address = envelope.rcptTo[0]?.address ?? '';
      async function take() {
        let text = '';
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          await reach('data', name);
          text += chunk.toString('latin1');
        }
        taken.set(address, [...(taken.get(address) ?? []), /^Message-ID: (\S+)/im.exec(text)?.[1] ?? '']);
        await reach('taken', name);
        done();
        sending.delete(name);
        // The answer is on its way, and so is the mark in the table.
        if (wanted?.step === 'answered') await reach('answered', name);
      }
      async function takeOrRefuse() {
        try {
          await take();
        } catch {
          done(new Error('cut off'));
        }
      }
      void takeOrRefuse();
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    waits,
    waitFor: (step: Step) => new Promise<Hit>((hit) => (wanted = { step, hit })),
    /** What the worker was sending will come again. */
    workerDied(worker: number) {
      const address = sending.get(`worker-${worker}`);
      sending.delete(`worker-${worker}`);
      if (address !== undefined) diedAt.set(address, performance.now());
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
