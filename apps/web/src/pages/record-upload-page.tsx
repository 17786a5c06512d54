import { takesReport } from '@carecommons/contract/appointment-rules';
import { deletedUser } from '@carecommons/contract/erasure-rules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { FormPage } from '../components/layout/form-page.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { When } from '../components/ui/when.tsx';
import { appointmentQuery } from '../features/appointments/api.ts';
import { UploadForm } from '../features/records/upload/upload-form.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { useParam } from '../lib/navigation.tsx';
import { useNow } from '../lib/texts/now.ts';
import { roleQuery } from '../lib/session/role.ts';

export function Page() {
  const { t } = useLingui();
  useHead({ title: t`Generate Report` });
  const { data } = useSuspenseQuery(roleQuery(useApi()));
  if (data.role === 'healthcare_provider') return <Upload />;
  return (
    <FormPage title={<Trans>Generate Report</Trans>}>
      <Notice kind="danger">
        <p>
          <Trans>You do not have permission to access this page.</Trans>
        </p>
        <ButtonLink to="/record" variant="danger" className="mt-2">
          <Trans>To your reports</Trans>
        </ButtonLink>
      </Notice>
    </FormPage>
  );
}

/** The visit that the report is about stands above the form, so that it comes to the right patient. */
function Upload() {
  const { data: appointment } = useSuspenseQuery(appointmentQuery(useApi(), useParam('appointmentId')));
  const now = useNow();
  const { user, appointment_datetime, time_zone } = appointment;
  return (
    <FormPage
      title={<Trans>Generate Report</Trans>}
      subtitle={
        <Trans>
          For {user.name}, visit of <When at={new Date(appointment_datetime)} zone={time_zone} />
        </Trans>
      }
    >
      {user.name === deletedUser ? (
        <Notice kind="info">
          <Trans>This person has erased the account. No report can be added any more.</Trans>
        </Notice>
      ) : takesReport(appointment, now) ? (
        <UploadForm appointment={appointment} />
      ) : (
        <Notice kind="info">
          <Trans>A report can be uploaded when the time of the visit is past.</Trans>
        </Notice>
      )}
    </FormPage>
  );
}
