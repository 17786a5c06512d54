import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { currentUserQuery } from '../../lib/session/role.ts';
import { erasurePlanQuery } from './erasure-api.ts';
import { ErasureForm } from './erasure-form.tsx';
import { ErasurePlan } from './erasure-plan.tsx';

/** The end of an account: what goes, what stays, and then the question. */
export function Erasure() {
  const id = useId();
  const api = useApi();
  const plan = useQuery(erasurePlanQuery(api));
  const user = useQuery(currentUserQuery(api));
  const [asked, setAsked] = useState(false);
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5">
        <h2 id={id} className="text-lg">
          <Trans>Erase my account</Trans>
        </h2>
        {plan.data !== undefined && (
          <>
            <ErasurePlan plan={plan.data} />
            <p className="text-sm text-muted">
              {plan.data.letter ? (
                <Trans>You get a receipt of this, here and by email, before your email address is forgotten.</Trans>
              ) : (
                <Trans>You get a receipt of this, with a number by which you find it again.</Trans>
              )}
            </p>
            <Button variant="danger" className="justify-self-start" onClick={() => setAsked(true)}>
              <Trans>Erase my account…</Trans>
            </Button>
          </>
        )}
        {plan.isPending && <Skeleton className="h-80" />}
        {plan.error !== null && plan.data === undefined && (
          <LoadFailure
            title={<Trans>What would be erased could not be loaded.</Trans>}
            error={plan.error}
            onRetry={() => void plan.refetch()}
          />
        )}
      </Card>
      {asked && user.data !== undefined && (
        <ErasureForm username={user.data.username} onClose={() => setAsked(false)} />
      )}
    </section>
  );
}
