import type { Consent } from '@carecommons/contract/my-data';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, CircleCheck, CircleHelp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { renewConsents } from '../../lib/consents.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';
import { usePurposeWords } from './purpose-words.ts';

/** One purpose: what it is, what the person said to it, and the other answer to it. */
export function OwnConsent({ consent }: { consent: Consent }) {
  const { t } = useLingui();
  const id = useId();
  const api = useApi();
  const queries = useQueryClient();
  const { purpose, version, state } = consent;
  const { name, description, without } = usePurposeWords()[purpose];
  const [step, setStep] = useState<'sending' | 'failed'>();
  const [message, setMessage] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);

  async function answer(given: boolean) {
    setStep('sending');
    const params = { purpose };
    try {
      if (given) await api.call('POST /api/my-data/consents/:purpose/', { params, body: { version } });
      else await api.call('DELETE /api/my-data/consents/:purpose/', { params });
      await renewConsents(queries);
      setStep(undefined);
      setMessage(given ? t`You agreed.` : t`You withdrew it.`);
      // What was pressed is gone.
      heading.current?.focus({ preventScroll: true });
    } catch {
      setStep('failed');
    }
  }

  const press = (given: boolean) => ({
    'aria-describedby': id,
    'aria-disabled': step === 'sending',
    onClick: () => step !== 'sending' && void answer(given),
  });
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={id} ref={heading} tabIndex={-1} className="text-base font-semibold">
          {name}
        </h3>
        <State consent={consent} />
      </div>
      <p className="max-w-read">{description}</p>
      <p className="max-w-read text-sm text-muted">{without}</p>
      {state === 'outdated' && (
        <p className="max-w-read font-semibold">
          <Trans>This has changed since you agreed. Please answer again.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2 pt-1">
        {state !== 'given' && (
          <Button {...press(true)}>
            <Trans>I agree</Trans>
          </Button>
        )}
        {state !== 'withdrawn' && (
          <Button variant="quiet" {...press(false)}>
            {state === 'given' ? <Trans>Withdraw</Trans> : <Trans>I do not agree</Trans>}
          </Button>
        )}
      </div>
      {step === 'failed' && (
        <Notice kind="danger">
          <Trans>That was not saved. Please try again.</Trans>
        </Notice>
      )}
      <p role="status" className="sr-only">
        {message}
      </p>
    </div>
  );
}

function State({ consent: { state, at } }: { consent: Consent }) {
  const when = useWhen();
  const day = at === null ? '' : when.day(new Date(at), ownZone());
  if (state === 'given') {
    return (
      <Badge variant="good" icon={CircleCheck}>
        <Trans>Agreed on {day}</Trans>
      </Badge>
    );
  }
  if (state === 'withdrawn') {
    return (
      <Badge variant="bad" icon={Ban}>
        <Trans>Not agreed since {day}</Trans>
      </Badge>
    );
  }
  return (
    <Badge variant="waiting" icon={CircleHelp}>
      <Trans>Not answered yet</Trans>
    </Badge>
  );
}
