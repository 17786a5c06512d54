import type { ErasureReceipt } from '@carecommons/contract/erasure';
import { receiptNumber } from '@carecommons/contract/erasure-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../components/ui/card.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { CallError } from '../../lib/calls/call.ts';
import { useHead } from '../../lib/head.tsx';
import { useParam } from '../../lib/navigation.tsx';
import { receiptQuery } from './erasure-api.ts';
import { ErasurePlan } from './erasure-plan.tsx';
import { useErasureWords } from './erasure-words.ts';

/** The receipt of an erasure, for whoever knows its number: nobody can sign in any more. */
export function Receipt() {
  const { t } = useLingui();
  useHead({
    title: t`Receipt`,
    description: t`What was erased with an account of Carecommons, what stays, why and until when.`,
  });
  const number = useParam('number');
  const isNumber = receiptNumber.test(number);
  const receipt = useQuery({ ...receiptQuery(useApi(), number), enabled: isNumber });
  const missing = !isNumber || (receipt.error instanceof CallError && receipt.error.status === 404);
  return (
    <div className="page py-8 md:py-12">
      <div className="mx-auto grid max-w-xl gap-6">
        <h1 className="text-2xl">
          <Trans>Receipt of an erasure</Trans>
        </h1>
        {receipt.data !== undefined && <Found receipt={receipt.data} />}
        {receipt.isPending && isNumber && <Skeleton className="h-96" />}
        {missing && (
          <Notice kind="info">
            <Trans>There is no receipt with this number. Please check it.</Trans>
          </Notice>
        )}
        {receipt.error !== null && !missing && receipt.data === undefined && (
          <LoadFailure
            title={<Trans>The receipt could not be loaded.</Trans>}
            error={receipt.error}
            onRetry={() => void receipt.refetch()}
          />
        )}
      </div>
    </div>
  );
}

function Found({ receipt }: { receipt: ErasureReceipt }) {
  const { t } = useLingui();
  const words = useErasureWords();
  const { number, requested_at, done_at, ended_at, letter } = receipt;
  return (
    <Card className="grid gap-5">
      <Notice kind={done_at === null ? 'info' : 'success'}>
        {done_at === null ? (
          <div role="status" className="grid gap-2">
            <Trans>It is being erased now. You do not need to wait.</Trans>
            <ProgressBar label={t`Erasing`} part={undefined} />
          </div>
        ) : (
          <Trans>
            Erased on {words.day(done_at)}, as you asked on {words.day(requested_at)}.
          </Trans>
        )}
      </Notice>
      <div className="grid gap-1">
        <h2 className="font-semibold">
          <Trans>The number of this receipt</Trans>
        </h2>
        <p className="font-mono text-lg break-all">{number}</p>
        <p className="text-sm text-muted">
          {letter ? (
            <Trans>
              Write it down, or keep the email that comes: by it you find this page again. Nobody else knows it.
            </Trans>
          ) : (
            <Trans>Write it down: by it you find this page again. Nobody else knows it.</Trans>
          )}
        </p>
      </div>
      {/* Of somebody of whom no care was kept, it ended with the rest. */}
      {ended_at !== null && ended_at !== done_at && (
        <Notice kind="success">
          <Trans>What had to stay for a while is erased as well, since {words.day(ended_at)}.</Trans>
        </Notice>
      )}
      <ErasurePlan plan={receipt} done />
    </Card>
  );
}
