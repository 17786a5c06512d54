import pg from 'pg';
import type { Kind } from './open-loop.ts';
import { joinAs } from './two-servers.ts';

/** The people, the room and the article of a proof, and their requests: nine reads to one write, as in practice. */
export async function mixedLoad(
  server: string,
  owner: pg.ClientConfig,
): Promise<{ kinds: Kind[]; room: number; token: string }> {
  const people = await Promise.all([joinAs(server, 'patient'), joinAs(server, 'patient'), joinAs(server, 'provider')]);
  const rooms = await openRooms(owner, 10);
  const [patient, other, provider] = people.map(({ token }) => token) as [string, string, string];
  const id = people[2]?.id;
  const read = (name: string, weight: number, path: string, token?: string): Kind => ({
    name,
    weight,
    method: 'GET',
    path,
    token,
  });
  const write = (room: number, token: string): Kind => ({
    name: 'message',
    weight: 1,
    method: 'POST',
    path: `/apis/messages-create/${room}/`,
    token,
    body: JSON.stringify({ content: 'Said {uuid}', client_id: '{uuid}' }),
  });
  return {
    room: rooms[0] as number,
    token: patient,
    kinds: [
      read('providers', 15, '/providers/'),
      read('specialities', 10, '/speciality/'),
      read('provider', 15, `/providers/${id}/`),
      read('blogs', 10, '/apis/blogs/'),
      read('rooms', 15, '/apis/chat-rooms/', patient),
      read('messages', 15, `/apis/messages/${rooms[0]}/`, other),
      read('appointments', 10, '/api/upcoming/', provider),
      ...rooms.map((room, place) => write(room, place % 2 === 0 ? patient : other)),
    ],
  };
}

async function openRooms(owner: pg.ClientConfig, count: number) {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>(
      `with made as (
        insert into rooms (name, created_at) select 'Proof ' || gen_random_uuid(), now() from generate_series(1, $1::int)
        returning id),
      numbered as (insert into room_sequences (room_id) select id from made)
    select id from made`,
      [count],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
