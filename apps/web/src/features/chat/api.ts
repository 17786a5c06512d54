import type { Room } from '@carecommons/contract/chat';
import type { OwnChatEvent, RoomsEvent } from '@carecommons/contract/chat-events';
import { chatReloadMs } from '@carecommons/contract/limits';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Call, ListPage } from '../../lib/calls/call.ts';

const roomsKey = ['me', 'chat-rooms'] as const;
const blocksKey = ['me', 'blocks'] as const;

/** The rooms, newest first, with what is unread in each. */
export function roomsQuery(api: Call) {
  return infiniteQueryOptions({
    queryKey: roomsKey,
    queryFn: async ({ pageParam, client }) => {
      const { rows, ...rest } = await api.list('GET /apis/chat-rooms/', { query: { cursor: pageParam } });
      return { ...rest, rows: rows.map((room) => notBehind(client, room)) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    refetchInterval: chatReloadMs,
  });
}

export function roomQuery(api: Call, id: string | number) {
  return queryOptions({
    queryKey: ['me', 'chat-room', Number(id)],
    queryFn: () => api.call('GET /apis/chat-rooms/:room_id/', { params: { room_id: id } }),
    // How far one has read is told, and the room itself hardly ever changes.
    staleTime: 0,
  });
}

/** The people whose messages one does not want to see; all of them, for a browser hides what comes live. */
export function blocksQuery(api: Call) {
  return queryOptions({
    queryKey: blocksKey,
    async queryFn() {
      let { rows, next } = await api.list('GET /apis/blocks/', { query: { limit: 200 } });
      while (next !== undefined) {
        const page = await api.list('GET /apis/blocks/', { query: { limit: 200, cursor: next } });
        rows = [...rows, ...page.rows];
        next = page.next;
      }
      return rows;
    },
  });
}

/** A room as it stands in the list. */
function listed(queries: QueryClient, room: number): Room | undefined {
  const lists = queries.getQueryData<InfiniteData<ListPage<Room>>>(roomsKey);
  return lists?.pages.flatMap(({ rows }) => rows).find(({ id }) => id === room);
}

/** A room as it was fetched, with what came live while the answer was on its way. */
function notBehind(queries: QueryClient, fetched: Room): Room {
  const shown = listed(queries, fetched.id);
  if (shown === undefined) return fetched;
  const { seq, read_seq, unread_count } = shown;
  const ahead = seq > fetched.seq || (read_seq ?? -1) > (fetched.read_seq ?? -1);
  return ahead && seq >= fetched.seq ? { ...fetched, seq, read_seq, unread_count } : fetched;
}

/** Refetches the rooms: an event may have been missed. */
export function renewRooms(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: roomsKey });
}

function changeRoom(queries: QueryClient, id: number, as: (room: Room) => Room) {
  queries.setQueryData<Room>(['me', 'chat-room', id], (room) => room && as(room));
  queries.setQueryData<InfiniteData<ListPage<Room>>>(
    roomsKey,
    (lists) =>
      lists && {
        ...lists,
        pages: lists.pages.map((page) => ({
          ...page,
          rows: page.rows.map((room) => (room.id === id ? as(room) : room)),
        })),
      },
  );
}

/** Counts a message that was said somewhere, as the server counts: not one's own, nor a blocked person's. */
export function noteSaid(
  queries: QueryClient,
  { room: id, seq, author }: Extract<RoomsEvent, { kind: 'said' }>,
  me: number | undefined,
) {
  const before = listed(queries, id);
  // Some were missed: how many of them count is for the server to say.
  if (before !== undefined && seq > before.seq + 1) return renewRooms(queries);
  const blocked = queries.getQueryData<{ id: number }[]>(blocksKey) ?? [];
  const counts = author !== me && !blocked.some((person) => person.id === author);
  changeRoom(queries, id, (room) => {
    if (seq <= room.seq) return room;
    const unread = room.read_seq !== null && counts ? room.unread_count + 1 : room.unread_count;
    return { ...room, seq, unread_count: unread };
  });
}

/** Shows how far the person has read a room, here or on another device. */
export function noteRead(
  queries: QueryClient,
  id: number,
  { read_seq, unread_count }: Pick<Extract<OwnChatEvent, { kind: 'read' }>, 'read_seq' | 'unread_count'>,
) {
  changeRoom(queries, id, (room) => ((room.read_seq ?? -1) > read_seq ? room : { ...room, read_seq, unread_count }));
}

/** Refetches what depends on whom the person has blocked. */
export function renewBlocks(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: blocksKey });
  renewRooms(queries);
}
