import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Notice } from '../components/ui/notice.tsx';
import { Queue } from '../features/moderation/queue.tsx';
import { useApi } from '../lib/api.ts';
import { useHead } from '../lib/head.tsx';
import { roleQuery } from '../lib/role.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Moderation` });
  const { data } = useSuspenseQuery(roleQuery(useApi()));
  return (
    <div className="page one-after-another grid gap-8 py-8 md:py-12">
      <h1 className="text-2xl">
        <Trans>Moderation</Trans>
      </h1>
      {data.grants.includes('moderator') ? (
        <>
          <Queue
            state="waiting"
            title={<Trans>Waiting for a decision</Trans>}
            empty={<Trans>Nothing is reported right now.</Trans>}
          />
          <Queue state="hidden" title={<Trans>Hidden</Trans>} empty={<Trans>Nothing is hidden.</Trans>} />
        </>
      ) : (
        <Notice kind="danger">
          <Trans>You do not have permission to access this page.</Trans>
        </Notice>
      )}
    </div>
  );
}
