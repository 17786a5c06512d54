import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { type Clock, isoIn } from '../platform/time/time.ts';
import type { RowOf, Tx } from '../platform/db/db.ts';
import type { Actor } from '../platform/auth/auth.ts';
import { countActive } from '../modules/chat/members.ts';
import { postMessage } from '../modules/chat/messages.ts';
import { markRead } from '../modules/chat/reads.ts';
import { rooms as allRooms } from '../modules/chat/chat.ts';

type Line = [who: string, day: number, time: string, content: string];

/** What was said in the rooms, by room; days from today, times of the site's zone. */
const conversations: Record<string, Line[]> = JSON.parse(
  readFileSync(new URL('conversations.json', import.meta.url), 'utf8'),
);

const dayMs = 86_400_000;
// So many of the last messages of each room the patients have not read yet.
const unread = 2;

interface Demo {
  tx: Tx;
  clock: Clock;
  config: { defaultTimeZone: string };
}

/** Gives the rooms a past: everything is said on its day, by those who were there. */
export async function addConversations({ tx, clock, config }: Demo, people: Actor[], providers: Map<string, Actor>) {
  const now = clock.now();
  const { rows: rooms } = await sql<RowOf<'rooms', 'id' | 'name'>>`select id, name from ${allRooms} room`.execute(tx);
  const at = (day: number, time: string) => {
    const iso = isoIn(config.defaultTimeZone, new Date(now.getTime() + day * dayMs));
    return new Date(`${iso.slice(0, 10)}T${time}:00${iso.slice(-6)}`);
  };
  for (const [name, lines] of Object.entries(conversations)) {
    const room = rooms.find((one) => one.name === name)?.id;
    if (room === undefined) throw new Error(`${name} is missing`);
    for (const [who, day, time, content] of lines) {
      const actor = providers.get(who) ?? people.find(({ username }) => username === who);
      if (actor === undefined) throw new Error(`${who} is missing`);
      const when = at(day, time);
      await postMessage(tx, actor, room, { content }, when);
      await countActive(tx, room, actor.user_id, when.toISOString().slice(0, 10));
    }
    for (const actor of people) await markRead(tx, actor, room, lines.length - unread, now);
  }
}
