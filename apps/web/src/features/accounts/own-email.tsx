import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock3 } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { Coming, Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useFocusAfter } from '../../lib/focus.ts';
import { ownEmailQuery } from './api.ts';
import { ChangeEmailForm } from './change-email-form.tsx';
import { SendAgain } from './send-again.tsx';

/** The person's email address, whether it is confirmed, and the way to another one. */
export function OwnEmail({ username }: { username: string }) {
  const id = useId();
  const api = useApi();
  const [changing, setChanging] = useState(false);
  const change = useFocusAfter<HTMLButtonElement>(changing);
  const { data, error, refetch } = useQuery(ownEmailQuery(api));

  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5">
        <h2 id={id} className="text-lg">
          <Trans>Email address</Trans>
        </h2>
        {data === undefined && error === null && (
          <Coming>
            <Skeleton className="h-24" />
          </Coming>
        )}
        {error !== null && (
          <LoadFailure
            title={<Trans>Your email address could not be loaded.</Trans>}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && (
          <>
            {/* Read out when it changes, here or by a link in an email. */}
            <div role="status" className="grid gap-5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <p className="min-w-0 font-semibold wrap-anywhere">{data.email}</p>
                {data.verified ? (
                  <Badge variant="good" icon={CircleCheck}>
                    <Trans>Confirmed</Trans>
                  </Badge>
                ) : (
                  <Badge variant="waiting" icon={Clock3}>
                    <Trans>Not confirmed yet</Trans>
                  </Badge>
                )}
              </div>
              {data.change_to !== null && (
                <Notice kind="info">
                  <p className="wrap-anywhere">
                    <Trans>An email went to {data.change_to}. The change takes effect by the link in it.</Trans>
                  </p>
                </Notice>
              )}
            </div>
            {!data.verified && (
              <SendAgain>
                <p>
                  <Trans>
                    Please confirm it by the link in our email. Until then we send no news there, and no link to set a
                    new password.
                  </Trans>
                </p>
              </SendAgain>
            )}
            {changing ? (
              <ChangeEmailForm username={username} onClose={() => setChanging(false)} />
            ) : (
              <Button ref={change} variant="quiet" className="justify-self-start" onClick={() => setChanging(true)}>
                <Trans>Change email address</Trans>
              </Button>
            )}
          </>
        )}
      </Card>
    </section>
  );
}
