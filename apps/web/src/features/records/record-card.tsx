import type { MedicalRecord } from '@carecommons/contract/records';
import { Plural, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAuthor } from './author.ts';
import { Preview } from './preview/preview.tsx';
import { dayOfRecord } from './record-day.ts';
import { ReportCard } from './report-card.tsx';
import { ReportFacts } from './report-facts.tsx';
import { ReportNotes } from './report-notes.tsx';
import { ReportState } from './report-state.tsx';

interface Props {
  record: MedicalRecord;
  /** Whom it names: the doctor to the patient, the patient to the provider. */
  names: 'doctor' | 'patient';
  /** What else may be done with it. */
  action?: ReactNode;
  /** What it has replaced, the last one first. */
  earlier?: readonly MedicalRecord[];
}

/** A report of a visit: what it says in plain words, where it stands, and below it the versions that it has replaced. */
export function RecordCard({ record, names, action, earlier = [] }: Props) {
  const { t } = useLingui();
  const { title, type, patient, sentence, report, download } = record;
  const authorOf = useAuthor();
  const named = names === 'doctor' ? authorOf(record) : patient;
  return (
    <ReportCard
      title={title || t`Medical Report`}
      facts={
        <ReportFacts type={type} {...dayOfRecord(record)}>
          {named}
        </ReportFacts>
      }
      badge={<ReportState record={record} />}
      view={report}
      download={download}
      action={
        <>
          <Preview record={record} />
          {action}
        </>
      }
      below={
        earlier.length > 0 && (
          <details className="group rounded-control border border-line">
            <summary className="flex min-h-11 list-none items-center gap-2 rounded-control px-3 font-semibold hover:bg-raised [&::-webkit-details-marker]:hidden">
              <ChevronRight size={20} className="shrink-0 group-open:rotate-90 rtl:rotate-180" aria-hidden />
              <Plural value={earlier.length} one="Earlier version" other="# earlier versions" />
            </summary>
            <ul className="grid gap-2 p-2">
              {earlier.map((one) => (
                <li key={one.id}>
                  <RecordCard record={one} names={names} />
                </li>
              ))}
            </ul>
          </details>
        )
      }
    >
      {sentence !== null && (
        <p dir="auto" className="max-w-read wrap-anywhere">
          {sentence}
        </p>
      )}
      <ReportNotes record={record} reader={names === 'doctor' ? 'patient' : 'provider'} />
    </ReportCard>
  );
}
