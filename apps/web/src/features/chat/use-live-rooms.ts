import type { OwnChatEvent, RoomsEvent } from '@carecommons/contract/chat-events';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserLive } from '../../lib/calls/browser-live.ts';
import { usePerson } from '../../lib/session/role.ts';
import { noteRead, noteSaid, renewBlocks, renewRooms } from './api.ts';

/** Keeps the unread counts as they are on every device of the person, while a page of chat is open. */
export function useLiveRooms() {
  const queries = useQueryClient();
  const me = usePerson()?.user_id;
  useEffect(() => {
    if (me === undefined) return;
    const live = browserLive();
    const stops = [
      live.watch({
        topic: 'rooms',
        onState: () => renewRooms(queries),
        onEvent(event) {
          const change = event as RoomsEvent;
          if (change.kind === 'said') noteSaid(queries, change, me);
          else renewRooms(queries);
        },
        onStale: () => renewRooms(queries),
      }),
      live.onOwn((event) => {
        const own = event as OwnChatEvent;
        if (own.kind === 'read') noteRead(queries, own.room, own);
        else if (own.kind === 'blocks') renewBlocks(queries);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, me]);
}
