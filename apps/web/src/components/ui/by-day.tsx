import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone, wallTimeAt } from '../../lib/texts/zoned.ts';

interface Props<Row> {
  /** Newest first. */
  rows: readonly Row[];
  /** When it was. */
  at: (row: Row) => string;
  keyOf: (row: Row) => string | number;
  children: (row: Row) => ReactNode;
}

/** Rows under their days by the clocks of this device. */
export function ByDay<Row>({ rows, at, keyOf, children }: Props<Row>) {
  const days = Map.groupBy(rows, (row) => wallTimeAt(new Date(at(row))).date);
  return [...days].map(([day, those]) => (
    <section key={day} className="grid gap-2">
      <DayHeading at={new Date(at(those[0] as Row))} />
      <ul className="grid gap-2">
        {those.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
    </section>
  ));
}

function DayHeading({ at }: { at: Date }) {
  const { t } = useLingui();
  const when = useWhen();
  const daysAgo = (days: number) => wallTimeAt(new Date(Date.now() - days * 86_400_000)).date;
  const { date } = wallTimeAt(at);
  return (
    <h2 className="text-base text-muted">
      {date === daysAgo(0) ? t`Today` : date === daysAgo(1) ? t`Yesterday` : when.day(at, ownZone())}
    </h2>
  );
}
