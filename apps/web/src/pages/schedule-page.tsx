import { Trans, useLingui } from '@lingui/react/macro';
import { PersonComing } from '../components/person-coming.tsx';
import { ButtonLink } from '../components/ui/button.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { OwnSchedule } from '../features/schedules/own-schedule.tsx';
import { OwnKinds } from '../features/visit-kinds/own-kinds.tsx';
import { useHead } from '../lib/head.tsx';
import { usePerson } from '../lib/session/role.ts';

export function Page() {
  const { t } = useLingui();
  const title = t`Your hours`;
  useHead({ title });
  const person = usePerson();
  if (person === undefined) return <PersonComing />;
  const provides = person.role === 'healthcare_provider';
  return (
    <div className="page grid gap-4 py-8 md:py-12">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">{title}</h1>
        {provides && (
          <ButtonLink to="/book/provider" variant="quiet">
            <Trans>Upcoming appointments</Trans>
          </ButtonLink>
        )}
      </div>
      {provides ? (
        <OwnSchedule>
          <OwnKinds />
        </OwnSchedule>
      ) : (
        <Notice kind="danger">
          <Trans>You do not have permission to access this page.</Trans>
        </Notice>
      )}
    </div>
  );
}
