import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Skeleton } from './ui/skeleton.tsx';

interface Props {
  all?: ReactNode;
  next?: ReactNode;
  waiting?: ReactNode;
  /** A line under them, whose room is there before it. */
  unread?: ReactNode;
}

/** Where a person's visits stand on the home page. It takes the same room before they are known, so that nothing moves. */
export function VisitsFrame({ all, next, waiting, unread }: Props) {
  const known = all !== undefined;
  return (
    <section aria-labelledby="your-visits" aria-busy={!known} className="page grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <h2 id="your-visits" className="text-xl md:text-2xl">
          <Trans>Your visits</Trans>
        </h2>
        {all ?? (
          // In some languages the link comes into a line of its own, which has to be there before.
          <span aria-hidden className="invisible inline-flex min-h-11 items-center pe-7 font-semibold">
            <Trans>All your appointments</Trans>
          </span>
        )}
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Cell known={known} lively={next !== undefined} title={<Trans>Next visit</Trans>}>
          {next ?? <Trans>No visit is confirmed yet.</Trans>}
        </Cell>
        <Cell known={known} lively={false} title={<Trans>Requests</Trans>}>
          {waiting ?? <Trans>No request is waiting.</Trans>}
        </Cell>
      </div>
      <div className="min-h-11">{unread}</div>
    </section>
  );
}

interface CellProps {
  known: boolean;
  lively: boolean;
  title: ReactNode;
  children: ReactNode;
}

function Cell({ known, lively, title, children }: CellProps) {
  return (
    <div className={`min-h-44 min-w-0 rounded-card border bg-surface p-4 ${lively ? 'border-primary' : 'border-line'}`}>
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      {known ? children : <Skeleton className="mt-3 h-6 w-2/3" />}
    </div>
  );
}
