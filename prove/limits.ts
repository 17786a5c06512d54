import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from './run.ts';
import { password, post, withServers } from './two-servers.ts';

const instances = 3;
const triesEach = 120;
const netLimit = 1200;
const netTries = 4500;
const atOnce = 50;

interface Limit {
  /** How many should pass, of all instances together. */
  exactly: number;
  /** One try, the n-th; whether it passed. */
  try(server: string, n: number): Promise<boolean>;
}

const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });

/** Sends something from an address; whether it passed. */
const passes = async (url: string, body: object, headers: Record<string, string>) =>
  (await post(url, body, undefined, headers)).status !== 429;

/** What is counted for all processes together, each from an address of its own. */
const limits: Record<string, Limit> = {
  'registrations of an address': {
    exactly: 20,
    try: (server, n) =>
      passes(`${server}/register/user/`, { username: `limit.${n}`, email: 'limit@example.org', password }, from(1)),
  },
  'accounts tried from an address': {
    exactly: 10,
    try: (server, n) => passes(`${server}/token/`, { username: `nobody.${n}`, password: 'wrong' }, from(2)),
  },
  'forgotten passwords from an address': {
    exactly: 20,
    try: (server, n) => passes(`${server}/forgot-password/`, { email: `forgot.${n}@example.org` }, from(3)),
  },
  'letters to an address': {
    exactly: 5,
    try: (server, n) => passes(`${server}/forgot-password/`, { email: 'one@example.org' }, from(10 + n)),
  },
};

/** S19: how many pass of many tries at once over three processes, where a number of them may; and what one process lets pass. */
export async function limitsExact(): Promise<Figure> {
  return await withServers(
    instances,
    async (servers) => {
      const serverOf = (n: number) => servers[n % instances] as string;
      const passed: Record<string, string> = {};
      let wrong = 0;
      for (const [name, limit] of Object.entries(limits)) {
        const tries = Array.from({ length: triesEach }, (_, n) => limit.try(serverOf(n), n));
        const count = (await Promise.all(tries)).filter(Boolean).length;
        passed[name] = `${count} of ${limit.exactly}`;
        if (count !== limit.exactly) wrong += 1;
      }

      // The net under everything counts in each process alone, by the minute.
      const second = Math.floor(Date.now() / 1000) % 60;
      if (second > 30) await sleep((60 - second) * 1000);
      let net = 0;
      let next = 0;
      const ask = async () => {
        for (let n = next++; n < netTries; n = next++) {
          const answer = await fetch(`${serverOf(n)}/healthz/live/`, { headers: from(200) });
          await answer.arrayBuffer();
          if (answer.status !== 429) net += 1;
        }
      };
      await Promise.all(Array.from({ length: atOnce }, ask));
      return {
        figure: 'S19 tries that pass of those made at once over three processes; requests of an address in a minute',
        value: { instances, tries: triesEach, passed, net: { tries: netTries, passed: net } },
        target: `exactly as many as may; <= ${netLimit} x ${instances}`,
        ok: wrong === 0 && net > 0 && net <= netLimit * instances,
      };
    },
    () => ({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' }),
  );
}
