import type { TouchedVisits } from '@carecommons/contract/verification';
import { verificationReasonLength } from '@carecommons/contract/verification-rules';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { ReasonField } from '../../components/ui/reason-field.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { textOf, useSubmit } from '../../lib/form.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { renewVerifications, touchedVisitsQuery } from './api.ts';

interface Props {
  provider: { user: number; name: string };
  onClose: () => void;
  onDone: () => void;
}

/** Suspends a provider, after a look at the visits that it touches. */
export function SuspendDialog({ provider, onClose, onDone }: Props) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const { data, error } = useQuery(touchedVisitsQuery(api, provider.user));
  const submission = useSubmit(async (values) => {
    await api.call('POST /apis/verification/providers/:provider_id/suspend/', {
      params: { provider_id: provider.user },
      body: { reason: textOf(values, 'reason') },
    });
    await renewVerifications(queries);
    onDone();
  });
  return (
    <FormDialog
      title={<Trans>Suspend {provider.name}?</Trans>}
      description={
        <Trans>
          Patients no longer find this provider and cannot book. Reports stay readable. The patients of visits to come
          are told that these may not take place.
        </Trans>
      }
      onClose={onClose}
      submission={submission}
      failure={t`The provider was not suspended.`}
      action={t`Suspend`}
      busy={t`Saving...`}
    >
      {data !== undefined && <Touched touched={data} />}
      {data === undefined && error === null && (
        <p role="status">
          <Trans>Looking for visits to come…</Trans>
        </p>
      )}
      {error !== null && (
        <Notice kind="danger">
          <Trans>The visits to come could not be loaded.</Trans>
        </Notice>
      )}
      <ReasonField
        hint={<Trans>The provider reads it.</Trans>}
        maxLength={verificationReasonLength}
        submission={submission}
      />
    </FormDialog>
  );
}

const shown = 8;

function Touched({ touched: { count, visits } }: { touched: TouchedVisits }) {
  const { t } = useLingui();
  const when = useWhen();
  return (
    <div className="grid gap-1">
      <p className="font-semibold">
        <Plural
          value={count}
          _0="No visit is still to come."
          one="# visit is still to come:"
          other="# visits are still to come:"
        />
      </p>
      {visits.length > 0 && (
        <ul aria-label={t`Visits to come`} className="list-disc ps-5">
          {visits.slice(0, shown).map(({ appointment_datetime: at, time_zone, status }, index) => (
            <li key={`${at} ${index}`}>
              {when.moment(new Date(at), time_zone)}{' '}
              <span className="text-muted">
                {status === 'approved' ? <Trans>approved</Trans> : <Trans>requested</Trans>}
              </span>
            </li>
          ))}
          {count > shown && (
            <li>
              <Plural value={count - shown} one="and # more" other="and # more" />
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
