import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lacksSecondFactor, SecondFactorNeeded } from '../components/second-factor-needed.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { moderatedQuery } from '../features/moderation/api.ts';
import { Appeals } from '../features/moderation/appeals.tsx';
import { Queue } from '../features/moderation/queue.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { roleQuery } from '../lib/session/role.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Moderation` });
  const api = useApi();
  const moderates = useSuspenseQuery(roleQuery(api)).data.grants.includes('moderator');
  const { error } = useInfiniteQuery({ ...moderatedQuery(api, 'waiting'), enabled: moderates });
  return (
    <div className="page one-after-another grid gap-8 py-8 md:py-12">
      <h1 className="text-2xl">
        <Trans>Moderation</Trans>
      </h1>
      {!moderates && (
        <Notice kind="danger">
          <Trans>You do not have permission to access this page.</Trans>
        </Notice>
      )}
      {moderates && lacksSecondFactor(error) && <SecondFactorNeeded />}
      {moderates && !lacksSecondFactor(error) && (
        <>
          <Queue
            state="waiting"
            title={<Trans>Waiting for a decision</Trans>}
            empty={<Trans>Nothing is reported right now.</Trans>}
          />
          <Appeals
            state="waiting"
            title={<Trans>Appeals</Trans>}
            empty={<Trans>No appeal waits for a decision.</Trans>}
          />
          <Queue state="hidden" title={<Trans>Hidden</Trans>} empty={<Trans>Nothing is hidden.</Trans>} />
          <Appeals
            state="decided"
            title={<Trans>Decided appeals</Trans>}
            empty={<Trans>No appeal was decided yet.</Trans>}
          />
        </>
      )}
    </div>
  );
}
