import type { Appointment } from '@carecommons/contract/appointments';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { When } from '../../components/ui/when.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useSubmit } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/kept/idempotency.ts';
import { renewTimes } from './api.ts';
import type { PlannedLeave } from './leave-form.tsx';

interface Props {
  leave: PlannedLeave;
  visits: Appointment[];
  onTaken: (cancelled: number) => void;
  onBack: () => void;
}

/** The visits that a leave falls upon, before it is taken. */
export function LeaveConfirmation({ leave, visits, onTaken, onBack }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const submission = useSubmit(async () => {
    const body = { ...leave, reason: leave.reason || null };
    const { cancelled } = await api.call('POST /api/leaves/', { body, idempotencyKey: keyFor(body) });
    renewTimes(queries);
    onTaken(cancelled);
  });
  const patients = new Set(visits.map(({ user }) => user.user)).size;
  return (
    <FormDialog
      title={
        <Plural
          value={visits.length}
          _0="This leave affects no visits"
          one="This leave affects # visit"
          other="This leave affects # visits"
        />
      }
      description={
        visits.length > 0 && (
          <Trans>
            They are cancelled, and requests declined. Their patients are told at once and offered other times.
          </Trans>
        )
      }
      keep={<Trans>Back</Trans>}
      onClose={onBack}
      submission={submission}
      failure={t`The leave was not taken.`}
      action={
        patients === 0
          ? t`Take leave`
          : t`${plural(patients, { one: 'Take leave and tell # patient', other: 'Take leave and tell # patients' })}`
      }
      busy={t`Saving...`}
    >
      {visits.length > 0 && <Visits visits={visits} />}
    </FormDialog>
  );
}

function Visits({ visits }: Pick<Props, 'visits'>) {
  const { t } = useLingui();
  return (
    <ul
      aria-label={t`Visits in this leave`}
      // A long list is read within the dialog, and by its keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line"
    >
      {visits.map(({ id, appointment_datetime, time_zone, user, status }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
          <span className="tabular font-semibold">
            <When at={new Date(appointment_datetime)} zone={time_zone} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            {user.name}
            {status === 'requested' && (
              <span className="text-muted">
                {' · '}
                <Trans>requested</Trans>
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
