import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { AgreesBySending } from '../../components/agrees-by-sending.tsx';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { TextArea } from '../../components/ui/text-area.tsx';
import { Form } from '../../components/ui/form.tsx';
import { Wrong } from '../../components/ui/wrong.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/kept/idempotency.ts';
import { useWeekdayName, weekdays } from '../../lib/texts/weekdays.ts';

interface Props {
  provider: number;
  onJoined: () => Promise<void>;
  onCancel: () => void;
}

/** What somebody waits for: what it is about, and which days suit. */
export function JoinForm({ provider, onJoined, onCancel }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const keyOf = useIdempotencyKey();
  const nameOf = useWeekdayName('short');
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const submission = useSubmit(
    async (values) => {
      const body = {
        problem: textOf(values, 'problem'),
        weekdays: values.getAll('weekdays').map(Number),
        from_day: textOf(values, 'from_day') || null,
        to_day: textOf(values, 'to_day') || null,
      };
      const idempotencyKey = keyOf(JSON.stringify([provider, body]));
      await api.call('POST /api/waiting/:provider_id/', { params: { provider_id: provider }, body, idempotencyKey });
      await onJoined();
    },
    (values) => (values.has('weekdays') ? new Map() : new Map([['weekdays', t`Please choose at least one day.`]])),
  );
  const wrongDays = submission.errorOf('weekdays');
  return (
    <div ref={form} className="grid gap-3 border-t border-line pt-5">
      <Form
        submission={submission}
        failure={t`You were not put on the waiting list.`}
        action={t`Join the waiting list`}
        busy={t`Joining...`}
      >
        <TextArea
          name="problem"
          label={<Trans>What is it about?</Trans>}
          hint={<Trans>Only the provider reads it.</Trans>}
          rows={3}
          required
          maxLength={2000}
          error={submission.errorOf('problem')}
        />
        <fieldset
          className="grid gap-2"
          aria-describedby={wrongDays && 'wrong-weekdays'}
          data-invalid={wrongDays === undefined ? undefined : ''}
        >
          <legend className="mb-1 font-semibold">
            <Trans>Which days suit you?</Trans>
          </legend>
          <div className="grid grid-cols-4 gap-2 md:grid-cols-7">
            {weekdays.map((day) => (
              <label
                key={day}
                className="relative inline-flex min-h-11 cursor-pointer items-center justify-center rounded-control border border-control bg-surface px-2 hover:bg-raised has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
              >
                <input
                  type="checkbox"
                  name="weekdays"
                  value={day}
                  defaultChecked
                  className="absolute inset-0 size-full cursor-[inherit] opacity-0"
                />
                {nameOf(day)}
              </label>
            ))}
          </div>
          {wrongDays && <Wrong id="wrong-weekdays">{wrongDays}</Wrong>}
        </fieldset>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            type="date"
            name="from_day"
            label={<Trans>From</Trans>}
            optional={<Trans>(optional)</Trans>}
            error={submission.errorOf('from_day')}
          />
          <TextField
            type="date"
            name="to_day"
            label={<Trans>Until</Trans>}
            optional={<Trans>(optional)</Trans>}
            error={submission.errorOf('to_day')}
          />
        </div>
        <AgreesBySending />
      </Form>
      <Button variant="plain" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
