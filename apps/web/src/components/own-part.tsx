import { type ReactNode, Suspense, use } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useInBrowser } from '../lib/in-browser.ts';
import { type OwnPart as Part, OwnPartContext } from '../lib/own-parts.ts';
import { useSignedIn } from '../lib/session/session.ts';

/** What the signed-in have in this place; before it is there, and where it does not come, `before`. */
export function OwnPart({ part, before = null }: { part: Part; before?: ReactNode }) {
  const Own = use(OwnPartContext);
  const inBrowser = useInBrowser();
  if (!useSignedIn()) return null;
  return (
    <ErrorBoundary fallback={before}>
      <Suspense fallback={before}>{inBrowser ? <Own part={part} /> : before}</Suspense>
    </ErrorBoundary>
  );
}
