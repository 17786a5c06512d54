import { isServed } from '@carecommons/contract/record-rules';
import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans } from '@lingui/react/macro';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';
import { isHeld } from './versions.ts';

interface Props {
  record: MedicalRecord;
  /** Who reads it. */
  reader: 'patient' | 'provider';
}

/** What there is to say of a report beside what it says itself: taken back, replaced, checked, not released. */
export function ReportNotes({ record, reader }: Props) {
  const when = useWhen();
  const { withdrawn, withdrawn_reason: reason, replaced, scan, release_on, patient } = record;
  const day = (iso: string) => when.day(new Date(iso), ownZone());
  return (
    <div className="grid max-w-read gap-1 text-sm wrap-anywhere empty:hidden">
      {withdrawn && (
        <p>
          {reader === 'patient' ? (
            <Trans>The provider took this report back.</Trans>
          ) : (
            <Trans>You took this report back.</Trans>
          )}{' '}
          {reason}
        </p>
      )}
      {replaced !== null && !withdrawn && (
        <p>
          <Trans>
            Replaced on {day(replaced.on)}, because: {replaced.because}
          </Trans>
        </p>
      )}
      {scan === 'infected' && (
        <p>
          <Trans>The virus check found something in this file. It was deleted, and nobody received it.</Trans>
        </p>
      )}
      {!withdrawn && (scan === 'pending' || scan === 'error') && (
        <p>
          {scan === 'pending' ? (
            <Trans>It is being checked for viruses. Nobody can open it until that is done.</Trans>
          ) : (
            <Trans>It could not be checked for viruses yet. We will try again automatically.</Trans>
          )}
        </p>
      )}
      {isHeld(record) && isServed(scan) && (
        <p>
          {release_on === null ? (
            <Trans>{patient} reads only that you have a report and will speak with them first.</Trans>
          ) : (
            <Trans>
              {patient} can read it from {when.day(new Date(release_on), 'UTC')} on.
            </Trans>
          )}
        </p>
      )}
    </div>
  );
}
