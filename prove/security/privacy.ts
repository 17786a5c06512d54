import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { connect } from '../../apps/server/src/platform/db/db.ts';
import { findBinaries } from '../../apps/server/src/platform/embedded-postgres/binaries.ts';
import { findClusterLocation } from '../../apps/server/src/platform/embedded-postgres/os-user.ts';
import { openFiles, openFolder } from '../../apps/server/src/platform/files/files.ts';
import { openMasterKeys } from '../../apps/server/src/platform/crypto/crypto.ts';
import { arrive, type Life, live, type Site } from '../../apps/server/test/fixtures/lives.ts';
import { type Traces, tracesInDatabase, tracesInFiles } from '../../apps/server/test/servers/traces.ts';
import { closing } from '../tools/closing.ts';
import { asOwnerOf, endOne, type OneServer, startOne } from '../tools/one-server.ts';
import type { Figure, Size } from '../tools/figure.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Where words of erased people may remain, and why: what the receipt names. */
const declared: Record<string, string> = {
  'kept_care.row': 'care that providers have to keep, which the application cannot read',
  'files opened': 'the files of that care',
  'providers.name': 'the name of a provider on what patients have',
  'mail/': 'the letter with the receipt, which this server has put into its folder for want of a mail server',
  'jobs.payload': 'the same letter, until it has left',
};

/** S22: words of erased people anywhere except where the receipt says so; also after restoring an older backup. */
export async function privacy({ full }: Size): Promise<Figure> {
  const pairs = full ? 3 : 1;
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'carecommons-privacy-')));
  let server: OneServer | undefined;
  const close = closing(async () => {
    if (server !== undefined) await endOne(server, 'SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    server = await startOne(dataDir);
    const gone: Life[] = [];
    const stay: Life[] = [];
    for (let n = 0; n < pairs; n++) {
      const lived = await populate(dataDir, server);
      gone.push(...lived.gone);
      stay.push(...lived.stay);
    }
    const before = await look(dataDir, gone);
    const { cluster } = findClusterLocation(dataDir, findBinaries());
    await endOne(server, 'SIGTERM');
    copy(cluster, `${cluster}-copy`);

    server = await startOne(dataDir);
    const numbers: string[] = [];
    for (const life of gone) numbers.push(await erase(server, life));
    // Killed in the middle: an acknowledged erasure is completed after the next start.
    await endOne(server, 'SIGKILL');
    server = await startOne(dataDir);
    for (const number of numbers) await done(server, number);
    const after = undeclared(await look(dataDir, gone));
    const others = await look(dataDir, stay);
    const in_answers = await seen(server, gone, stay);
    await endOne(server, 'SIGTERM');

    // The older backup contains all of them, until the server starts.
    rmSync(cluster, { recursive: true });
    copy(`${cluster}-copy`, cluster);
    rmSync(`${cluster}-copy`, { recursive: true });
    server = await startOne(dataDir);
    const restored = undeclared(await look(dataDir, gone));
    let signed_in = 0;
    for (const life of gone) if ((await signIn(server, life)) !== 401) signed_in += 1;

    const places = Object.keys(before).length;
    const value = {
      people: gone.length,
      places_before: places,
      left_over: after.undeclared,
      left_over_after_older_copy: restored.undeclared,
      in_answers,
      signed_in,
      declared: after.declared,
      others_kept: Object.keys(others).length,
    };
    return {
      figure: 'S22 words of erased people outside of what is declared, in rows, files, letters and answers',
      value,
      target: '0 now and after an older copy was put back; those who stay keep theirs',
      ok:
        places > 40 &&
        Object.keys(after.undeclared).length + Object.keys(restored.undeclared).length + in_answers + signed_in === 0 &&
        Object.keys(others).length > 10,
    };
  } finally {
    await close();
  }
}

/** Two people who will leave, and three who stay, with everything that they do with each other. */
async function populate(dataDir: string, { address }: OneServer) {
  return await withSite(dataDir, address, async (site, client) => {
    const [patient, provider, doctor, reader, moderator] = [
      await arrive(site, 'patient'),
      await arrive(site, 'healthcare_provider'),
      await arrive(site, 'healthcare_provider'),
      await arrive(site, 'patient'),
      await arrive(site, 'patient'),
    ];
    await client.query('insert into grants (user_id, name, granted_at) values ($1, $2, now())', [
      moderator.user_id,
      'moderator',
    ]);
    // The longest retention.
    await sleep(900);
    await live(site, patient, provider, { doctor, reader, moderator });
    // The waiting emails have been sent by then.
    await waitFor(async () => {
      const { rows } = await client.query('select 1 from jobs where dead_at is null');
      return rows.length === 0;
    });
    return { gone: [patient, provider], stay: [doctor, reader] };
  });
}

async function withSite<T>(dataDir: string, address: string, work: (site: Site, client: pg.Client) => Promise<T>) {
  return await asOwnerOf(dataDir, async (client, owner) => {
    const db = connect(owner, { prepare: false, connections: 1 }, quiet);
    const call: Site['call'] = async (line, { as, body, headers = {} } = {}) => {
      const [method, path] = line.split(' ') as [string, string];
      const plain = body !== undefined && !(body instanceof Uint8Array);
      const answer = await fetch(address + path, {
        method,
        headers: {
          ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
          ...(plain ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: plain ? JSON.stringify(body) : Buffer.from(body) }),
      });
      const text = await answer.text();
      const json = /json/.test(answer.headers.get('content-type') ?? '');
      return { status: answer.status, text, body: json ? JSON.parse(text) : undefined };
    };
    try {
      return await work({ call, db, now: () => new Date() }, client);
    } finally {
      await db.destroy();
    }
  });
}

/** Where some people's words are: in every column of every table, and in every file, decoded if possible. */
async function look(dataDir: string, people: readonly Life[]): Promise<Traces> {
  return await asOwnerOf(dataDir, async (client, owner) => {
    const db = connect(owner, { prepare: false, connections: 1 }, quiet);
    const store = openFolder(dataDir);
    const files = openFiles(dataDir, openMasterKeys(readConfig({ DATA_DIR: dataDir })), quiet, store);
    const found: Traces = {};
    try {
      for (const { word } of people) {
        const rows = await tracesInDatabase(client, word);
        // Pages of the database contain deleted rows until they are overwritten: they are not the product's files.
        const lying = await tracesInFiles(db, { files, store, dataDir }, word, ['postgres']);
        for (const [where, count] of Object.entries({ ...rows, ...lying })) found[where] = (found[where] ?? 0) + count;
      }
      return found;
    } finally {
      await db.destroy();
    }
  });
}

function undeclared(found: Traces) {
  const split = { declared: {} as Traces, undeclared: {} as Traces };
  for (const [where, count] of Object.entries(found)) {
    split[Object.hasOwn(declared, where) ? 'declared' : 'undeclared'][where] = count;
  }
  return split;
}

async function erase({ address }: OneServer, { username, password, access }: Life): Promise<string> {
  const answer = await fetch(`${address}/account/erasure/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify({ username, current_password: password }),
  });
  if (answer.status !== 200) throw new Error(`an erasure was answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { number: string }).number;
}

async function done({ address }: OneServer, number: string) {
  await waitFor(async () => {
    const answer = await fetch(`${address}/receipts/${number}/`);
    return ((await answer.json()) as { done_at: string | null }).done_at !== null;
  });
}

/** How many answers to others, and to visitors, contain a word of erased people: lists, pages, feeds, private data. */
async function seen({ address }: OneServer, gone: readonly Life[], stay: readonly Life[]): Promise<number> {
  const open = [
    '/',
    '/providers',
    '/blog',
    '/help',
    '/providers/',
    '/apis/blogs/',
    '/apis/help-center/',
    '/feed.xml',
    '/sitemap.xml',
  ];
  const own = [
    '/api/aappointments/',
    '/api/upcoming/',
    '/api/upcoming-provider/',
    '/api/appointments/provider/',
    '/api/requests-to-answer/',
    '/api/visits-to-close/',
    '/api/provider-days/?span=week',
    '/api/visits-in-brief/',
    '/api/records-provider/',
    '/api/records/accesses/',
    '/api/notifications/?limit=200',
    '/apis/messages/1/?limit=200',
    '/apis/help-center/own/',
    '/apis/blocks/',
    '/apis/decisions/reported/',
  ];
  let count = 0;
  const texts: string[] = [];
  for (const path of open) texts.push(await (await fetch(address + path)).text());
  for (const { word } of gone) {
    for (const list of ['providers', 'apis/help-center']) {
      texts.push((await (await fetch(`${address}/${list}/?q=${word}`)).text()).replaceAll(`q=${word}`, ''));
    }
  }
  for (const { access } of stay) {
    const headers = { authorization: `Bearer ${access}` };
    for (const path of own) texts.push(await (await fetch(address + path, { headers })).text());
  }
  for (const text of texts) {
    // A provider's name remains on the records of patients.
    if (gone.some(({ word }) => text.toLowerCase().replaceAll(`${word} rao`, '').includes(word))) count += 1;
  }
  return count;
}

async function signIn({ address }: OneServer, { username, password }: Life): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${address}/token/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username, password }),
  });
  return answer.status;
}

function copy(from: string, to: string) {
  const { status } = spawnSync('cp', ['-a', from, to]);
  if (status !== 0) throw new Error(`${from} could not be copied`);
}

async function waitFor(condition: () => Promise<boolean>) {
  for (let tries = 0; tries < 600; tries++) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error('it did not come about');
}
