import type { QuietHours as Hours } from '@carecommons/contract/notifications';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { Form } from '../../components/ui/form.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';
import { renewChoices } from './api.ts';
import { useDone } from './done.ts';

/** When nothing rings and no email goes out. */
export function QuietHours({ hours }: { hours: Hours | null }) {
  const { t } = useLingui();
  const id = useId();
  const { heading, message, done } = useDone();
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-4">
        <div className="grid gap-1">
          <h2 id={id} ref={heading} tabIndex={-1} className="text-lg">
            <Trans>Quiet hours</Trans>
          </h2>
          <p className="text-muted">
            <Trans>
              During these hours no emails, push notifications or reminders are sent. They are sent when the hours end.
              In the app you see them at once.
            </Trans>
          </p>
        </div>
        {hours === null ? (
          <p>
            <Trans>You have none: notifications come at any hour.</Trans>
          </p>
        ) : (
          <Present hours={hours} onEnd={() => done(t`The quiet hours have ended.`)} />
        )}
        {/* Another one shows other times from the start. */}
        <HoursForm
          key={hours === null ? '' : `${hours.from} ${hours.to}`}
          hours={hours}
          onKeep={(from, to) => done(t`Your quiet hours are from ${from} to ${to}.`)}
        />
        <p role="status" className="sr-only">
          {message}
        </p>
      </Card>
    </section>
  );
}

function Present({ hours: { from, to, time_zone }, onEnd }: { hours: Hours; onEnd: () => void }) {
  const zone = useWhen().zoneName(new Date(), time_zone);
  const api = useApi();
  const queries = useQueryClient();
  const [state, setState] = useState<'ending' | 'failed'>();
  async function end() {
    setState('ending');
    try {
      await api.call('DELETE /api/quiet-hours/');
      await renewChoices(queries);
      onEnd();
    } catch {
      setState('failed');
    }
  }
  return (
    <div className="grid justify-items-start gap-2">
      <p className="tabular font-semibold">
        <Trans>
          From {from} to {to}, by the clocks of {zone}
        </Trans>
      </p>
      <Button variant="quiet" aria-disabled={state === 'ending'} onClick={() => state !== 'ending' && void end()}>
        <Trans>End the quiet hours</Trans>
      </Button>
      {state === 'failed' && (
        <Notice kind="danger">
          <Trans>That was not saved. Please try again.</Trans>
        </Notice>
      )}
    </div>
  );
}

interface HoursFormProps {
  hours: Hours | null;
  onKeep: (from: string, to: string) => void;
}

function HoursForm({ hours, onKeep }: HoursFormProps) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const [round, setRound] = useState(0);
  const zone = ownZone();
  return (
    <Fields
      key={round}
      hours={hours}
      zone={zone}
      label={hours === null ? t`Keep quiet hours` : t`Change the quiet hours`}
      onSend={async (from, to) => {
        await api.call('PUT /api/quiet-hours/', { body: { from, to, time_zone: zone } });
        await renewChoices(queries);
        setRound((count) => count + 1);
        onKeep(from, to);
      }}
    />
  );
}

interface FieldsProps {
  hours: Hours | null;
  zone: string;
  label: string;
  onSend: (from: string, to: string) => Promise<void>;
}

function Fields({ hours, zone, label, onSend }: FieldsProps) {
  const { t } = useLingui();
  const zoneName = useWhen().zoneName(new Date(), zone);
  const submission = useSubmit((values) => onSend(textOf(values, 'from'), textOf(values, 'to')));
  const { errorOf } = submission;
  return (
    <Form
      submission={submission}
      variant="quiet"
      action={label}
      busy={t`Keeping…`}
      failure={t`Your quiet hours were not saved.`}
    >
      <div className="grid grid-cols-2 gap-4">
        <TextField
          type="time"
          name="from"
          required
          label={t`From`}
          defaultValue={hours?.from ?? '22:00'}
          error={errorOf('from')}
        />
        <TextField
          type="time"
          name="to"
          required
          label={t`To`}
          defaultValue={hours?.to ?? '07:00'}
          error={errorOf('to') ?? errorOf('time_zone')}
        />
      </div>
      <p className="text-sm text-muted">
        <Trans>By the clocks where you are: {zoneName}</Trans>
      </p>
    </Form>
  );
}
