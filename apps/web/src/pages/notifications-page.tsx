import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Settings } from 'lucide-react';
import { ButtonLink } from '../components/ui/button.tsx';
import { LoadFailure } from '../components/ui/load-failure.tsx';
import { ListComing } from '../components/ui/query-list.tsx';
import { Coming, Skeleton } from '../components/ui/skeleton.tsx';
import { useOwnEmail } from '../features/accounts/api.ts';
import { ConfirmYourEmail } from '../features/accounts/confirm-your-email.tsx';
import { choicesQuery } from '../features/notifications/api.ts';
import { Choices } from '../features/notifications/choices.tsx';
import { Devices } from '../features/notifications/devices.tsx';
import { NotificationList } from '../features/notifications/notification-list.tsx';
import { QuietHours } from '../features/notifications/quiet-hours.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { Link, useSearchText } from '../lib/navigation.tsx';

/** What one was told, and with `?view=settings` how one wants to be told. */
export function Page() {
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid max-w-2xl gap-6">
        {useSearchText('view') === 'settings' ? <ChoicesView /> : <ListView />}
      </div>
    </div>
  );
}

function ListView() {
  const { t } = useLingui();
  useHead({ title: t`Notifications` });
  // What it says stands above the list, which would be pushed down were it there first.
  const { isLoading } = useOwnEmail();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl">
          <Trans>Notifications</Trans>
        </h1>
        <ButtonLink to="/notifications?view=settings" variant="plain" className="max-sm:-ms-4 sm:-me-4">
          <Settings size={20} aria-hidden />
          <Trans>How you are told</Trans>
        </ButtonLink>
      </div>
      {isLoading ? (
        <ListComing />
      ) : (
        <>
          <ConfirmYourEmail />
          <NotificationList />
        </>
      )}
    </>
  );
}

function ChoicesView() {
  const { t } = useLingui();
  useHead({ title: t`How you are told` });
  const { data, error, refetch } = useQuery(choicesQuery(useApi()));
  return (
    <>
      <div>
        <Link
          to="/notifications"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary hover:underline hover:underline-offset-4"
        >
          <ArrowLeft size={20} className="rtl:rotate-180" aria-hidden />
          <Trans>Notifications</Trans>
        </Link>
        <h1 className="text-2xl">
          <Trans>How you are told</Trans>
        </h1>
      </div>
      {data !== undefined && (
        <>
          <Choices choices={data} />
          <QuietHours hours={data.quiet_hours} />
          <Devices />
        </>
      )}
      {data === undefined && error === null && (
        <Coming className="grid gap-6">
          <Skeleton className="h-96" />
          <Skeleton className="h-72" />
        </Coming>
      )}
      {error !== null && (
        <LoadFailure
          title={<Trans>Your settings could not be loaded.</Trans>}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}
