import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { useWhen } from '../../lib/when.ts';
import { ownZone } from '../../lib/zoned.ts';
import { ReportCard } from './report-card.tsx';

interface Props {
  record: MedicalRecord;
  /** Whom it names: the doctor to the patient, the patient to the provider. */
  names: 'doctor' | 'patient';
  /** What else may be done with it. */
  action?: ReactNode;
}

/** A report of a visit; one that was withdrawn says so, and why, and is not given out. */
export function RecordCard({ record, names, action }: Props) {
  const { t } = useLingui();
  const when = useWhen();
  const { title, type, doctor, patient, date, report, download, withdrawn, withdrawn_reason: reason } = record;
  const named = names === 'doctor' ? doctor || t`Your Doctor` : patient;
  return (
    <ReportCard
      title={title || t`Medical Report`}
      facts={
        <>
          {type || t`Diagnostic`}
          {' · '}
          <time dateTime={date}>{when.day(new Date(date), ownZone())}</time>
          {' · '}
          {named}
        </>
      }
      badge={
        withdrawn && (
          <Badge look="quiet" icon={Undo2}>
            <Trans>Withdrawn</Trans>
          </Badge>
        )
      }
      view={report}
      download={download}
      action={action}
    >
      {withdrawn && (
        <p className="max-w-read text-sm">
          {names === 'doctor' ? (
            <Trans>The provider took this report back.</Trans>
          ) : (
            <Trans>You took this report back.</Trans>
          )}{' '}
          {reason}
        </p>
      )}
    </ReportCard>
  );
}
