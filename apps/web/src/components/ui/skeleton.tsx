import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** A quiet block in place of something that is still loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div className={`rounded-control bg-raised ${className}`} aria-hidden />;
}

interface ComingProps {
  className?: string;
  /** Quiet blocks in its shape. */
  children: ReactNode;
}

/** A part of a page that is still coming, which is said to those who do not see it. */
export function Coming({ className, children }: ComingProps) {
  return (
    <div className={className} aria-busy="true">
      <p className="sr-only" role="status">
        <Trans>Loading…</Trans>
      </p>
      {children}
    </div>
  );
}

/** The first rows of what is searched for, which are still coming. */
export function RowsComing() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  );
}

/** A page that is still coming. */
export function PageSkeleton() {
  return (
    <Coming className="page-coming page grid gap-4 py-8">
      <Skeleton className="h-9 w-2/3 max-w-80" />
      <Skeleton className="h-5 w-full max-w-120" />
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    </Coming>
  );
}
