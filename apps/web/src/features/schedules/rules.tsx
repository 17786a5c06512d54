import { scheduleBounds, type ScheduleSettings } from '@carecommons/contract/schedule-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Card } from '../../components/ui/card.tsx';
import { Duration } from '../../components/ui/duration.tsx';
import { type FieldProps, SelectField, TextField } from '../../components/ui/field.tsx';
import { Form } from '../../components/ui/form.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useSaveSchedule } from './api.ts';

const [hour, day] = [60, 1440];
const ahead = [0, 30, hour, 2 * hour, 4 * hour, 12 * hour, day, 2 * day, 3 * day, 7 * day];
const offers = [15, 30, hour, 2 * hour, 4 * hour, 12 * hour, day];

const names = Object.keys(scheduleBounds) as (keyof ScheduleSettings)[];

/** The booking rules of the person as a provider: a form that resets after each save, and when the length was changed elsewhere. */
export function Rules({ saved }: { saved: ScheduleSettings }) {
  const [savings, setSavings] = useState(0);
  const notice = useRef<HTMLDivElement>(null);
  // The pressed button went with the form.
  useEffect(() => {
    if (savings > 0) notice.current?.focus();
  }, [savings]);
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">
        <Trans>Rules of booking</Trans>
      </h2>
      <Card className="grid gap-5">
        <RulesForm key={`${savings} ${saved.visit_minutes}`} saved={saved} onSaved={() => setSavings(savings + 1)} />
        {savings > 0 && (
          <div ref={notice} tabIndex={-1}>
            <Notice kind="success">
              <Trans>Your rules are saved. They apply to new bookings.</Trans>
            </Notice>
          </div>
        )}
      </Card>
    </section>
  );
}

function RulesForm({ saved, onSaved }: { saved: ScheduleSettings; onSaved: () => void }) {
  const { t } = useLingui();
  const save = useSaveSchedule();
  const submission = useSubmit(async (values) => {
    await save(() => Object.fromEntries(names.map((name) => [name, Number(textOf(values, name))])));
    onSaved();
  });
  const field = (name: keyof ScheduleSettings) => ({ name, saved: saved[name], error: submission.errorOf(name) });
  return (
    <Form submission={submission} failure={t`Your rules were not saved.`} action={t`Save rules`} busy={t`Saving...`}>
      <fieldset className="grid items-start gap-5 md:grid-cols-2">
        <legend className="sr-only">
          <Trans>Rules of booking</Trans>
        </legend>
        <Whole
          {...field('visit_minutes')}
          label={<Trans>Length of a visit</Trans>}
          hint={<Trans>In minutes, for the first of your kinds of visit.</Trans>}
        />
        <Whole
          {...field('horizon_days')}
          label={<Trans>How far ahead</Trans>}
          hint={<Trans>How many days ahead patients can ask for.</Trans>}
        />
        <Whole
          {...field('buffer_before')}
          label={<Trans>Free before a visit</Trans>}
          hint={<Trans>In minutes, to prepare.</Trans>}
        />
        <Whole
          {...field('buffer_after')}
          label={<Trans>Free after a visit</Trans>}
          hint={<Trans>In minutes, to write it up.</Trans>}
        />
        <Length
          {...field('notice_minutes')}
          choices={ahead}
          none={t`None`}
          label={<Trans>Notice before a visit</Trans>}
          hint={<Trans>Earlier times cannot be requested.</Trans>}
        />
        <Whole
          {...field('answer_hours')}
          label={<Trans>Hours to answer a request</Trans>}
          hint={
            <Trans>
              After that it ends by itself, and its time is free again. A request for a time soon ends sooner: two hours
              before the visit, but not within half an hour of being sent.
            </Trans>
          }
        />
        <Length
          {...field('cancel_minutes')}
          choices={ahead}
          none={t`The visit begins`}
          label={<Trans>Patients can cancel until</Trans>}
          hint={<Trans>Before a confirmed visit. You can until it begins, with a reason.</Trans>}
        />
        <Length
          {...field('move_minutes')}
          choices={ahead}
          none={t`The visit begins`}
          label={<Trans>Patients can ask for another time until</Trans>}
          hint={<Trans>Before a confirmed visit. You can until it begins, with a reason.</Trans>}
        />
        <Length
          {...field('offer_minutes')}
          choices={offers}
          label={<Trans>A time that became free is offered for</Trans>}
          hint={<Trans>To one person on the waiting list after the other.</Trans>}
        />
      </fieldset>
    </Form>
  );
}

interface RuleProps extends Pick<FieldProps, 'label' | 'hint' | 'error'> {
  name: keyof ScheduleSettings;
  saved: number;
}

function Whole({ name, saved, ...field }: RuleProps) {
  const [min, max] = scheduleBounds[name];
  return (
    <TextField
      type="number"
      inputMode="numeric"
      name={name}
      min={min}
      max={max}
      required
      defaultValue={saved}
      {...field}
    />
  );
}

/** A length of time out of the usual ones; one that was set otherwise stays among them. */
function Length({ name, saved, choices, none, ...field }: RuleProps & { choices: number[]; none?: string }) {
  const all = [...new Set([...choices, saved])].toSorted((one, other) => one - other);
  return (
    <SelectField name={name} defaultValue={saved} {...field}>
      {all.map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutes === 0 && none !== undefined ? none : <Duration minutes={minutes} />}
        </option>
      ))}
    </SelectField>
  );
}
