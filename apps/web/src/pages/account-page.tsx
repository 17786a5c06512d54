import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../components/ui/load-failure.tsx';
import { Coming, Skeleton } from '../components/ui/skeleton.tsx';
import { ownEmailQuery } from '../features/accounts/api.ts';
import { ChangePassword } from '../features/accounts/change-password.tsx';
import { OwnAccount } from '../features/accounts/own-account.tsx';
import { OwnEmail } from '../features/accounts/own-email.tsx';
import { OwnSessions } from '../features/accounts/own-sessions.tsx';
import { RecentActivity } from '../features/accounts/recent-activity.tsx';
import { SecondFactor } from '../features/accounts/second-factor/second-factor.tsx';
import { calendarAddressesQuery } from '../features/calendars/api.ts';
import { CalendarAddresses } from '../features/calendars/calendar-addresses.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { usePrefill } from '../lib/prefill.ts';
import { currentUserQuery, useRole } from '../lib/session/role.ts';
import { secondFactorQuery } from '../lib/session/second-factor.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Your account` });
  const api = useApi();
  const { prefill: user, error, retry } = usePrefill(currentUserQuery(api));
  // Fetched at the same time, so that what stands below does not move when it comes.
  const email = usePrefill(ownEmailQuery(api));
  const factor = useQuery(secondFactorQuery(api));
  const calendars = useQuery(calendarAddressesQuery(api));
  const coming =
    user === undefined ||
    (email.prefill === undefined && email.error === null) ||
    factor.isPending ||
    calendars.isPending;
  const role = useRole();
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-6">
        <h1 className="text-2xl">
          <Trans>Your account</Trans>
        </h1>
        {user !== undefined && !coming && (
          <>
            <OwnAccount username={user.username} email={user.email} role={role} />
            <OwnEmail username={user.username} />
            <ChangePassword username={user.username} />
            <SecondFactor username={user.username} />
            <CalendarAddresses role={role} />
            <OwnSessions />
            <RecentActivity />
          </>
        )}
        {coming && error === null && (
          <Coming className="grid gap-6">
            <Skeleton className="h-72" />
            <Skeleton className="h-80" />
          </Coming>
        )}
        {error !== null && (
          <LoadFailure title={<Trans>Your account could not be loaded.</Trans>} error={error} onRetry={retry} />
        )}
      </div>
    </div>
  );
}
