import { Trans } from '@lingui/react/macro';

/** Says that a field is full, where the browser itself takes no more than `most` letters. */
export function LimitReached({ length, most }: { length: number; most: number }) {
  return (
    // There from the beginning: a status is read out only where its text comes later.
    <div role="status" className="contents">
      {length >= most && (
        <p className="text-sm text-accent">
          <Trans>No more than {most} characters fit in here.</Trans>
        </p>
      )}
    </div>
  );
}
