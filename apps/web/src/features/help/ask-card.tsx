import { Trans } from '@lingui/react/macro';
import { lazy, type RefObject, Suspense, useState } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useInBrowser } from '../../lib/in-browser.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import type { AskHandle } from './ask-form.tsx';

// The signed-out fetch nothing of it.
const AskForm = lazy(() => import('./ask-form.tsx').then((file) => ({ default: file.AskForm })));

/** The way to ask: a form for the signed-in, the way in for all others. As high for both, so that nothing moves. */
export function AskCard({ handle }: { handle: RefObject<AskHandle | null> }) {
  const signedIn = useSignedIn();
  const inBrowser = useInBrowser();
  const coming = <Skeleton className="h-60" />;
  // A form that is being filled stays when the session is lost.
  const [was, setWas] = useState(false);
  if (signedIn && !was) setWas(true);
  return (
    <section
      className={`grid min-h-88 gap-3 rounded-card border border-line bg-surface p-4 lg:sticky lg:top-24 ${signedIn || was ? 'content-start' : 'content-between'}`}
    >
      <h2 className="text-lg">
        <Trans>Ask the community</Trans>
      </h2>
      {signedIn || was ? (
        <Suspense fallback={coming}>{inBrowser ? <AskForm handle={handle} /> : coming}</Suspense>
      ) : (
        <>
          <p className="text-muted">
            <Trans>
              Everybody can read the questions. To ask one, to read the answers and to give one, you need an account: it
              takes a minute, and others see your username, nothing else of you.
            </Trans>
          </p>
          <p className="text-muted">
            <Trans>Healthcare providers who answer are marked as such.</Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/login?next=/help">
              <Trans>Login to ask</Trans>
            </ButtonLink>
            <ButtonLink to="/register" variant="quiet">
              <Trans>Register</Trans>
            </ButtonLink>
          </div>
        </>
      )}
    </section>
  );
}
