import type { ReactNode } from 'react';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';
import { useReportTypes } from './upload/report-types.ts';

interface Props {
  type: string;
  /** When it was written, in ISO 8601. */
  at: string;
  /** By whose clocks it is that day; the reader's where none is named. */
  zone?: string;
  /** Whom it names. */
  children: ReactNode;
}

/** The line of facts below a report's title: its type, its day and a name. */
export function ReportFacts({ type, at, zone = ownZone(), children }: Props) {
  const when = useWhen();
  const types = useReportTypes();
  return (
    <>
      {types[type || 'Diagnostic'] ?? type}
      {' · '}
      <time dateTime={at}>{when.day(new Date(at), zone)}</time>
      {' · '}
      {/* A name that has no room left begins a line, whole. */}
      <span className="inline-block">{children}</span>
    </>
  );
}
