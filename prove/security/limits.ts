import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../apps/server/test/servers/redis.ts';
import { closing } from '../tools/closing.ts';
import type { Figure } from '../tools/figure.ts';
import { password, post, signUp, withServers } from '../tools/two-servers.ts';

const instances = 3;
const triesEach = 120;
const netLimit = 1200;
const netTries = 4500;
const atOnce = 50;

interface Limit {
  /** How many should be accepted, over all instances. */
  exactly: number;
  /** The n-th attempt; whether it was accepted. */
  try(server: string, n: number): Promise<boolean>;
}

const from = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });

/** Sends something from an address; whether it was accepted. */
const passes = async (url: string, body: object, headers: Record<string, string>) =>
  (await post(url, body, undefined, headers)).status !== 429;

/** Limits that are counted over all processes, each tried from a separate address. */
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
const personLimit = 600;
const crowd = 4;
const assetTries = 2000;

/**
 * S19: how many of many concurrent attempts over three processes are accepted, for limited actions; and of the requests of one
 * address in a minute, with Redis running, killed, or hanging.
 */
export async function limitsExact(): Promise<Figure> {
  const { passed, wrong } = await withServers(instances, countTries, () => settings);
  const redis = await startRedis();
  const close = closing(redis.close);
  const net = await withServers(
    instances,
    async (servers) => {
      const there = await requestsOf(servers, 200);
      const crowded = await crowdOf(servers);
      redis.freeze();
      const frozen = await requestsOf(servers, 201);
      redis.thaw();
      await redis.kill();
      const killed = await requestsOf(servers, 202);
      return { there, crowded, frozen, killed };
    },
    () => ({ ...settings, REDIS_URL: redis.url }),
  ).finally(close);
  const away = [net.frozen, net.killed];
  return {
    figure: 'S19 tries that pass of those made at once over three processes; requests of an address in a minute',
    value: { instances, tries: triesEach, passed, 'of 4500 requests, with Redis': net },
    target:
      `exactly as many as may; ${netLimit} requests, without Redis <= ${netLimit} x ${instances} and none waits > 1 s;` +
      ` of ${crowd} people at one address ${personLimit} each, and all built files`,
    ok:
      wrong === 0 &&
      net.there.passed === netLimit &&
      net.crowded.people.every((passedOf) => passedOf === personLimit) &&
      net.crowded.assets === assetTries &&
      away.every(({ passed: those }) => those > 0 && those <= netLimit * instances),
    fast: away.every(({ longestMs }) => longestMs <= 1000),
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

/** Repeats something, many at once; returns how often it succeeded, and the longest duration. */
async function repeat(times: number, work: (n: number) => Promise<boolean>) {
  const made = { passed: 0, longestMs: 0 };
  let next = 0;
  const go = async () => {
    for (let n = next++; n < times; n = next++) {
      const began = performance.now();
      if (await work(n)) made.passed += 1;
      made.longestMs = Math.max(made.longestMs, Math.round(performance.now() - began));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, go));
  return made;
}

/** Waits until enough of a minute is left for what follows to fall into one. */
async function earlyInMinute() {
  const second = Math.floor(Date.now() / 1000) % 60;
  if (second > 25) await sleep((60 - second) * 1000);
}

const getFrom = async (url: string, headers: Record<string, string>) => {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return answer.status !== 429;
};

/** How many requests of one address are accepted within a minute, and the longest wait. */
async function requestsOf(servers: string[], address: number) {
  await earlyInMinute();
  return await repeat(netTries, (n) => getFrom(`${servers[n % instances]}/healthz/live/`, from(address)));
}

/**
 * Several people at one address, from which somebody else sends too many requests: what is accepted of each, and of the built
 * files.
 */
async function crowdOf(servers: string[]) {
  const headers = from(210);
  const people = await Promise.all(Array.from({ length: crowd }, () => signUp(servers[0] as string)));
  const page = await (await fetch(`${servers[0]}/`, { headers: { accept: 'text/html' } })).text();
  const [asset = ''] = /\/assets\/[\w.-]+/.exec(page) ?? [];
  await earlyInMinute();
  const all = await Promise.all([
    repeat(assetTries, (n) => getFrom(`${servers[n % instances]}${asset}`, headers)),
    repeat(netTries / 3, (n) => getFrom(`${servers[n % instances]}/healthz/live/`, headers)),
    ...people.map(async ({ access }) => {
      const as = { ...headers, authorization: `Bearer ${access}` };
      return await repeat(personLimit + 50, (n) => getFrom(`${servers[n % instances]}/healthz/live/`, as));
    }),
  ]);
  const [assets, anonymous, ...persons] = all.map(({ passed }) => passed);
  return { assets, anonymous, people: persons };
}
