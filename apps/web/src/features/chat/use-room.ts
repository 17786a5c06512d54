import type { Message } from '@carecommons/contract/chat';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../lib/calls/api.ts';
import { browserLive } from '../../lib/calls/browser-live.ts';
import { roomQuery } from './api.ts';
import { openOutbox, type Outbox } from './outbox.ts';
import { openRoom, type Reader, type RoomSync } from './room-sync.ts';

/** A room that is open in the page: its messages, and what the person has said that is still on its way. */
export interface OpenRoom {
  sync: RoomSync;
  outbox: Outbox;
}

/** Opens a room for as long as the component is there; undefined until then. */
export function useRoom(room: number, { user_id, moderates }: Reader): OpenRoom | undefined {
  const api = useApi();
  const queries = useQueryClient();
  const [open, setOpen] = useState<OpenRoom>();
  useEffect(() => {
    const onChanged = () => void queries.invalidateQueries({ queryKey: roomQuery(api, room).queryKey });
    const sync = openRoom({ api, live: browserLive(), room, reader: { user_id, moderates }, onChanged });
    const onSent = (message: Message) => {
      if (message.room !== room) return;
      sync.received(message);
      void sync.load();
    };
    const outbox = openOutbox({ api, userId: user_id, onSent });
    setOpen({ sync, outbox });
    return () => {
      setOpen(undefined);
      sync.close();
      outbox.close();
    };
  }, [api, queries, room, user_id, moderates]);
  return open;
}

export const useView = ({ sync }: OpenRoom) => useSyncExternalStore(sync.subscribe, sync.view);
export const useUnsent = ({ outbox }: OpenRoom) => useSyncExternalStore(outbox.subscribe, outbox.unsent);

// A connection takes a moment, and one that breaks is mostly there again soon.
const patienceMs = 3000;

/** Whether events have not come live for a while. */
export function useAway(): boolean {
  const live = browserLive();
  const connected = useSyncExternalStore(live.onConnected, live.isConnected);
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (connected) return setAway(false);
    const timer = setTimeout(() => setAway(true), patienceMs);
    return () => clearTimeout(timer);
  }, [connected]);
  return away;
}
