import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '../lib/calls/api.ts';
import { consentsQuery, giveConsent } from '../lib/consents.ts';
import { Link } from '../lib/navigation.tsx';
import { useSignedIn } from '../lib/session/session.ts';
import { Button } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';

/**
 * Stands beside the button of a request for a visit: what its sender agrees to by it; or, for who has taken that back, that nothing can
 * be sent without agreeing again, which is done here.
 */
export function AgreesBySending() {
  const { t } = useLingui();
  const { data: consents } = useQuery({ ...consentsQuery(useApi()), enabled: useSignedIn() });
  const withdrawn = consents?.some(({ purpose, state }) => purpose === 'visits' && state === 'withdrawn') ?? false;
  const [agreed, setAgreed] = useState(false);
  const sentence = useRef<HTMLParagraphElement>(null);

  if (withdrawn) {
    return (
      <WithdrawnBefore
        onAgreed={() => {
          setAgreed(true);
          // What was pressed is gone.
          requestAnimationFrame(() => sentence.current?.focus({ preventScroll: true }));
        }}
      />
    );
  }
  return (
    <>
      <p ref={sentence} tabIndex={-1} className="max-w-read text-sm text-muted">
        <Trans>
          By sending this you agree that what you write is kept here for this provider, and so are the reports that
          providers add for you. You can take either back at any time under{' '}
          <Link to="/my-data" className="text-primary underline underline-offset-4">
            My data
          </Link>
          .
        </Trans>
      </p>
      <p role="status" className="sr-only">
        {agreed && t`You agreed.`}
      </p>
    </>
  );
}

function WithdrawnBefore({ onAgreed }: { onAgreed: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [step, setStep] = useState<'sending' | 'failed'>();

  async function agree() {
    setStep('sending');
    try {
      await giveConsent(api, queries, 'visits');
      onAgreed();
    } catch {
      setStep('failed');
    }
  }

  return (
    <div className="grid gap-3">
      <Notice kind="info">
        <p className="font-semibold">
          <Trans>You have withdrawn your consent to this, so that no request can be sent:</Trans>
        </p>
        <p>
          <Trans>
            What you write when you ask for a visit, or wait for one, is kept here and shown to that provider alone.
          </Trans>
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="quiet" aria-disabled={step === 'sending'} onClick={() => step !== 'sending' && void agree()}>
            <Trans>I agree again</Trans>
          </Button>
          <Link to="/my-data" className="inline-flex min-h-11 items-center px-2 font-semibold underline">
            <Trans>My data</Trans>
          </Link>
        </div>
      </Notice>
      {step === 'failed' && (
        <Notice kind="danger">
          <Trans>That was not saved. Please try again.</Trans>
        </Notice>
      )}
    </div>
  );
}
