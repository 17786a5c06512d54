import { Coming, Skeleton } from './skeleton.tsx';

/** A form whose first values are still coming, in the shape of its fields. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <Coming className="grid gap-5">
      {Array.from({ length: fields }, (_, field) => (
        <div key={field} className="grid gap-1" aria-hidden>
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-11" />
        </div>
      ))}
      <Skeleton className="h-11" />
    </Coming>
  );
}
