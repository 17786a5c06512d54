import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { LoadFailure } from '../components/ui/load-failure.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { Coming, Skeleton } from '../components/ui/skeleton.tsx';
import { AdminFrame } from '../features/admin/frame.tsx';
import { ownVerificationQuery } from '../features/verification/api.ts';
import { OwnVerification } from '../features/verification/own-verification.tsx';
import { ReviewQueue } from '../features/verification/review-queue.tsx';
import { Suspensions } from '../features/verification/suspensions.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { usePagePath } from '../lib/navigation.tsx';
import { currentUserQuery, roleQuery } from '../lib/session/role.ts';

/** Both sides of a verification, which come in one chunk. */
export function Page() {
  return usePagePath() === '/verification' ? <Own /> : <Review />;
}

function Own() {
  const { t } = useLingui();
  const title = t`Verification of your registration`;
  useHead({ title });
  const { data } = useSuspenseQuery(roleQuery(useApi()));
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid max-w-2xl gap-6">
        <h1 className="text-2xl">{title}</h1>
        {data.role === 'healthcare_provider' ? <OwnState /> : <NotAllowed />}
      </div>
    </div>
  );
}

function OwnState() {
  const { data, error, refetch } = useQuery(ownVerificationQuery(useApi()));
  if (data !== undefined) return <OwnVerification own={data} />;
  if (error !== null) {
    return (
      <LoadFailure
        title={<Trans>Your verification could not be loaded.</Trans>}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Coming className="grid gap-6">
      <Skeleton className="h-48" />
      <Skeleton className="h-72" />
    </Coming>
  );
}

function Review() {
  const { t } = useLingui();
  const { user_id: me } = useSuspenseQuery(currentUserQuery(useApi())).data;
  return (
    <AdminFrame title={t`Verification of providers`} grant="verifier">
      <div className="one-after-another grid gap-8">
        <ReviewQueue state="waiting" me={me} />
        <Suspensions me={me} />
        <ReviewQueue state="decided" me={me} />
      </div>
    </AdminFrame>
  );
}

const NotAllowed = () => (
  <Notice kind="danger">
    <Trans>You do not have permission to access this page.</Trans>
  </Notice>
);
