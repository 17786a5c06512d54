import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Card } from '../../components/ui/card.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { consentsQuery } from '../../lib/consents.ts';
import { OwnConsent } from './own-consent.tsx';

/** What the person agrees to: given and withdrawn by one press each. */
export function Consents() {
  const id = useId();
  const list = useQuery(consentsQuery(useApi()));
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5">
        <div className="grid gap-1">
          <h2 id={id} className="text-lg">
            <Trans>What you agree to</Trans>
          </h2>
          <p className="text-muted">
            <Trans>You can change your mind at any time. It counts from that moment on.</Trans>
          </p>
        </div>
        <QueryList
          list={list}
          coming={null}
          className="gap-5"
          failure={<Trans>What you agree to could not be loaded.</Trans>}
          empty={null}
        >
          {(consents) => consents.map((consent) => <OwnConsent key={consent.purpose} consent={consent} />)}
        </QueryList>
      </Card>
    </section>
  );
}
