import { lazy, Suspense, useDeferredValue } from 'react';
import { useInBrowser } from '../../lib/in-browser.ts';
import type { NextTimeProps } from './next-time.tsx';

// Nobody waits for it: what cannot be had is left out.
const NextTime = lazy(() =>
  import('./next-time.tsx').then(
    (file) => ({ default: file.NextTime }),
    () => ({ default: () => null }),
  ),
);

/** The line that says when a provider is free next. It takes its room before that is known, so that nothing moves. */
export function NextTimeLine(props: NextTimeProps) {
  // A press on the page goes first.
  const inBrowser = useDeferredValue(useInBrowser());
  return (
    <p className="min-h-5.25 text-sm">
      {inBrowser && (
        <Suspense>
          <NextTime {...props} />
        </Suspense>
      )}
    </p>
  );
}
