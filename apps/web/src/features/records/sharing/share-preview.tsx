import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useNow } from '../../../lib/texts/now.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { ownZone } from '../../../lib/texts/zoned.ts';
import { dayOfRecord } from '../record-day.ts';
import { useReportTypes } from '../upload/report-types.ts';
import type { Recipient } from './share-recipient.tsx';

interface Props {
  records: MedicalRecord[];
  recipient: Recipient;
  days: number;
}

const dayMs = 86_400_000;

/** What will be seen, by whom, and until when: all of it, before anything is shared. */
export function SharePreview({ records, recipient, days }: Props) {
  const { t } = useLingui();
  const id = useId();
  const when = useWhen();
  const types = useReportTypes();
  const now = useNow();
  const until = when.moment(new Date(now.getTime() + days * dayMs), ownZone());
  const name = recipient.provider?.name ?? t`The provider`;
  return (
    <section aria-labelledby={id} className="grid gap-2 rounded-control bg-raised p-4">
      <h2 id={id} className="text-base font-semibold">
        {recipient.way === 'provider' ? (
          <Trans>
            {name} will see this, until {until}
          </Trans>
        ) : (
          <Trans>Whoever has the link and the passcode will see this, until {until}</Trans>
        )}
      </h2>
      <ul className="grid list-disc gap-1 ps-5 wrap-anywhere">
        <li>
          <Trans>your name</Trans>
        </li>
        {records.map((record) => {
          const { id: key, title, type, doctor, appointment, sentence, media_type } = record;
          const { at, zone } = dayOfRecord(record);
          return (
            <li key={key}>
              <strong>{title || t`Medical Report`}</strong>
              {': '}
              {[
                types[type] ?? type,
                when.day(new Date(at), zone),
                appointment === null ? t`added by you` : t`written by ${doctor || t`Your Doctor`}`,
                ...(sentence === null ? [] : [t`the sentence “${sentence}”`]),
                media_type === 'application/pdf' ? t`the file (PDF)` : t`the picture`,
              ].join(', ')}
            </li>
          );
        })}
      </ul>
      <p className="text-sm">
        <Trans>
          Nothing else: no other report, no visit, no telephone number, no other part of your profile. You read each
          look under “Who opened them”, and can end it at any moment. What somebody has saved by then, they keep.
        </Trans>
      </p>
    </section>
  );
}
