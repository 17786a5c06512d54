import { Plural, Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Coming, Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { waitingListQuery } from './api.ts';

/** A provider's own waiting list: how many wait, and whether times are offered to them. */
export function WaitingList() {
  const id = useId();
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(waitingListQuery(api));
  const [working, setWorking] = useState(false);
  const [failed, setFailed] = useState(false);

  async function switchTo(open: boolean) {
    setWorking(true);
    setFailed(false);
    try {
      queries.setQueryData(
        waitingListQuery(api).queryKey,
        await api.call('PUT /api/waiting-list/', { body: { open } }),
      );
    } catch {
      setFailed(true);
    }
    setWorking(false);
  }
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-3">
        <h2 id={id} className="text-lg">
          <Trans>Waiting list</Trans>
        </h2>
        {data === undefined && error === null && (
          <Coming>
            <Skeleton className="h-24" />
          </Coming>
        )}
        {data === undefined && error !== null && (
          <LoadFailure
            title={<Trans>Your waiting list could not be loaded.</Trans>}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && (
          <>
            <p className="font-semibold">
              <Plural
                value={data.waiting}
                _0="Nobody waits for a time to become free."
                one="# person waits for a time to become free."
                other="# people wait for a time to become free."
              />
            </p>
            <p className="max-w-read text-sm text-muted" role="status">
              {data.open ? (
                <Trans>
                  The list is open: a time that a patient gives up is offered to one person after the other, and is
                  confirmed once accepted. Times that you give up yourself are not offered.
                </Trans>
              ) : (
                <Trans>The list is closed: nobody can join it, and nothing is offered.</Trans>
              )}
            </p>
            <Button
              variant="quiet"
              className="justify-self-start"
              aria-disabled={working}
              onClick={() => !working && void switchTo(!data.open)}
            >
              {data.open ? <Trans>Close the list</Trans> : <Trans>Open the list</Trans>}
            </Button>
          </>
        )}
        {failed && (
          <Notice kind="danger">
            <Trans>That was not saved. Please try again.</Trans>
          </Notice>
        )}
      </Card>
    </section>
  );
}
