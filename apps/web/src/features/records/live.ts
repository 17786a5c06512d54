import type { OwnRecordEvent } from '@carecommons/contract/record-rules';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browserLive } from '../../lib/calls/browser-live.ts';
import { renewRecords } from './api.ts';

/** Refetches the reports of an open page as soon as one of them changes, wherever that happened. */
export function useLiveRecords() {
  const queries = useQueryClient();
  useEffect(() => {
    const renew = () => renewRecords(queries);
    return browserLive().onOwn((event) => {
      if ((event as OwnRecordEvent).kind === 'records') renew();
    }, renew);
  }, [queries]);
}
