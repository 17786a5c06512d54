import { Trans } from '@lingui/react/macro';
import { Skeleton } from './skeleton.tsx';

/** A form whose first values are still coming, in the shape of its fields. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div className="grid gap-5" aria-busy="true">
      <p className="sr-only" role="status">
        <Trans>Loading…</Trans>
      </p>
      {Array.from({ length: fields }, (_, field) => (
        <div key={field} className="grid gap-1" aria-hidden>
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-11" />
        </div>
      ))}
      <Skeleton className="h-11" />
    </div>
  );
}
