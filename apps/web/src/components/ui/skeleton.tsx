import { Trans } from '@lingui/react/macro';

/** A quiet block in the place of what is still coming. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div className={`rounded-control bg-raised ${className}`} aria-hidden />;
}

/** A page that is still coming. */
export function PageSkeleton() {
  return (
    <div className="page grid gap-4 py-8" aria-busy="true">
      <p className="sr-only" role="status">
        <Trans>Loading…</Trans>
      </p>
      <Skeleton className="h-9 w-2/3 max-w-80" />
      <Skeleton className="h-5 w-full max-w-120" />
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    </div>
  );
}
