import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect, type Db } from '../../apps/server/src/platform/db/db.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts';
import { announce, openChannel } from '../../apps/server/src/platform/broadcast/broadcast.ts';
import { closing } from '../tools/closing.ts';
import { type Figure, type Size, sized } from '../tools/figure.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const writers = 16;
const goals = { rate: 500, lossPercent: 5 };
// As large as the event of a chat message.
const event = { kind: 'said', message: { id: 1, seq: 1, content: 'x'.repeat(200), author: 'somebody' } };

/**
 * F17: the cost of notifying the other processes of every commit: in batches, as the product does, and for comparison within
 * each commit.
 */
export async function notifyCost(size: Size): Promise<Figure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carecommons-prove-'));
  const { owner, stop } = await startEmbeddedPostgres({ dataDir, log: quiet });
  const db = connect(owner, { prepare: true, connections: writers + 1 }, quiet);
  const channels = [1, 2].map(() => openChannel({ db, connection: owner, redis: undefined, log: quiet }));
  const close = closing(async () => {
    await Promise.all(channels.map((channel) => channel.close()));
    await db.destroy();
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  try {
    await sql`create table proof (id bigint generated always as identity primary key, content text not null)`.execute(
      db,
    );
    let heard = 0;
    channels[1]?.hear({ onEvent: () => (heard += 1), onGap() {} });
    await Promise.all(channels.map((channel) => channel.listen()));
    let told = 0;
    const ways = {
      'told nobody': () => insert(db),
      'told in batches': async () => {
        await insert(db);
        channels[0]?.broadcast('room:1', { ...event, n: ++told });
      },
      'told in each commit': async () => {
        await db.transaction().execute(async (tx) => {
          await insert(tx);
          await announce(tx, 'room:1', event);
        });
      },
    };
    const rates: Record<string, number[]> = {};
    // Alternating, so that other work of the machine affects all equally.
    for (let round = 0; round < sized(size, 1, 9, 30); round++)
      for (const [way, commit] of Object.entries(ways)) (rates[way] ??= []).push(await commitsPerSecond(commit));
    const rateOf = (way: keyof typeof ways) => median(rates[way] ?? []);
    const loss = (way: keyof typeof ways) => Math.round((1 - rateOf(way) / rateOf('told nobody')) * 1000) / 10;
    return {
      figure:
        'F17 commits a second, each of which the other processes are told of, against commits that nobody is told of',
      value: {
        'commits a second': Object.fromEntries(Object.keys(ways).map((way) => [way, rateOf(way as keyof typeof ways)])),
        'loss %': { 'in batches': loss('told in batches'), 'in each commit': loss('told in each commit') },
        told,
        heard: heard >= told,
      },
      target: `>= ${goals.rate} a second, loss <= ${goals.lossPercent} % in batches`,
      ok: heard >= told,
      fast: rateOf('told in batches') >= goals.rate && loss('told in batches') <= goals.lossPercent,
    };
  } finally {
    await close();
  }
}

const insert = async (db: Db) => {
  await sql`insert into proof (content) values (${event.message.content})`.execute(db);
};

async function commitsPerSecond(commit: () => Promise<void>) {
  const began = performance.now();
  let made = 0;
  const write = async () => {
    while (performance.now() - began < 1500) {
      await commit();
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return Math.round((made * 1000) / (performance.now() - began));
}

function median(all: number[]) {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
