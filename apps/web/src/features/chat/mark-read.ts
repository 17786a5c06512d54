import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../../lib/calls/api.ts';
import { noteRead } from './api.ts';

const pauseMs = 2000;

/** Tells the server how far the person has read, while the newest message is in view; every two seconds at most. */
export function useMarkRead(room: number, seq: number | undefined, inView: boolean) {
  const api = useApi();
  const queries = useQueryClient();
  const sent = useRef({ seq: -1, at: -pauseMs });
  useEffect(() => {
    if (seq === undefined || !inView || seq <= sent.current.seq) return;
    const markRead = () => {
      if (document.visibilityState !== 'visible' || seq <= sent.current.seq) return;
      sent.current = { seq, at: performance.now() };
      api.call('POST /apis/chat-rooms/:room_id/read/', { params: { room_id: room }, body: { seq } }).then(
        (read) => noteRead(queries, room, read),
        // It is sent again with the next message, or the next time the page is looked at.
        () => (sent.current.seq = -1),
      );
    };
    const timer = setTimeout(markRead, Math.max(0, sent.current.at + pauseMs - performance.now()));
    document.addEventListener('visibilitychange', markRead);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', markRead);
    };
  }, [api, queries, room, seq, inView]);
}
