import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../apps/server/test/redis.ts';
import { closing } from './closing.ts';
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

const settings = { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' };

/**
 * S19: how many pass of many tries at once over three processes, where a number of them may; and of the requests of one
 * address in a minute, with a Redis that is there, killed, or hangs.
 */
export async function limitsExact(): Promise<Figure> {
  const { passed, wrong } = await withServers(instances, countTries, () => settings);
  const redis = await startRedis();
  const close = closing(redis.close);
  const net = await withServers(
    instances,
    async (servers) => {
      const there = await requestsOf(servers, 200);
      redis.freeze();
      const frozen = await requestsOf(servers, 201);
      redis.thaw();
      await redis.kill();
      const killed = await requestsOf(servers, 202);
      return { there, frozen, killed };
    },
    () => ({ ...settings, REDIS_URL: redis.url }),
  ).finally(close);
  const away = [net.frozen, net.killed];
  return {
    figure: 'S19 tries that pass of those made at once over three processes; requests of an address in a minute',
    value: { instances, tries: triesEach, passed, 'of 4500 requests, with Redis': net },
    target: `exactly as many as may; ${netLimit} requests, without Redis <= ${netLimit} x ${instances} and none waits > 1 s`,
    ok:
      wrong === 0 &&
      net.there.passed === netLimit &&
      away.every(({ passed: those, longestMs }) => those > 0 && those <= netLimit * instances && longestMs <= 1000),
  };
}

async function countTries(servers: string[]) {
  const passed: Record<string, string> = {};
  let wrong = 0;
  for (const [name, limit] of Object.entries(limits)) {
    const tries = Array.from({ length: triesEach }, (_, n) => limit.try(servers[n % instances] as string, n));
    const count = (await Promise.all(tries)).filter(Boolean).length;
    passed[name] = `${count} of ${limit.exactly}`;
    if (count !== limit.exactly) wrong += 1;
  }
  return { passed, wrong };
}

/** How many requests of one address pass within a minute, and the longest wait of one. */
async function requestsOf(servers: string[], address: number) {
  const second = Math.floor(Date.now() / 1000) % 60;
  if (second > 30) await sleep((60 - second) * 1000);
  const made = { passed: 0, longestMs: 0 };
  let next = 0;
  const ask = async () => {
    for (let n = next++; n < netTries; n = next++) {
      const began = performance.now();
      const answer = await fetch(`${servers[n % instances]}/healthz/live/`, { headers: from(address) });
      await answer.arrayBuffer();
      if (answer.status !== 429) made.passed += 1;
      made.longestMs = Math.max(made.longestMs, Math.round(performance.now() - began));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return made;
}
