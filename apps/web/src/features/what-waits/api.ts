import type { OwnChatEvent } from '@carecommons/contract/chat-events';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../lib/calls/api.ts';
import { browserLive } from '../../lib/calls/browser-live.ts';
import type { Call } from '../../lib/calls/call.ts';

const key = ['me', 'what-waits'] as const;
const renewalMs = 60_000;

function whatWaitsQuery(api: Call) {
  return queryOptions({
    queryKey: key,
    queryFn: () => api.call('GET /api/what-waits/'),
    refetchInterval: renewalMs,
  });
}

/** What waits for the person; undefined while it is not known. */
export const useWhatWaits = () => useQuery(whatWaitsQuery(useApi())).data;

/** Keeps the number of unread messages as it is on every device of the person, while the component is there. */
export function useLiveReading() {
  const queries = useQueryClient();
  useEffect(() => {
    const renew = () => void queries.invalidateQueries({ queryKey: key });
    return browserLive().onOwn((event) => {
      const { kind } = event as OwnChatEvent;
      if (kind === 'read' || kind === 'blocks') renew();
    }, renew);
  }, [queries]);
}
