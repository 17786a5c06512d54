import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Button } from '../components/ui/button.tsx';
import { InstallEntry } from '../features/offline/install.tsx';
import { KeptList } from '../features/offline/kept-list.tsx';
import { OfflineLine } from '../features/offline/offline-line.tsx';
import { useApi } from '../lib/calls/api.ts';
import { useHead } from '../lib/head.tsx';
import { useInBrowser } from '../lib/in-browser.ts';
import { usePath } from '../lib/navigation.tsx';
import { safeNext } from '../lib/session/safe-next.ts';
import { useSignedIn } from '../lib/session/session.ts';

// A person's own; the signed-out fetch nothing of it.
const LaterWaiting = lazy(() =>
  import('../features/offline/later-waiting.tsx').then((file) => ({ default: file.LaterWaiting })),
);
const UnsentMessages = lazy(() =>
  import('../features/chat/unsent-messages.tsx').then((file) => ({ default: file.UnsentMessages })),
);

const IdleWatch = lazy(() =>
  import('../features/accounts/idle-watch.tsx').then((file) => ({ default: file.IdleWatch })),
);

const retryMs = 10_000;

/** What can be done without a network; the site's worker leads here where a page cannot be had. */
export function Page() {
  const { t } = useLingui();
  const inBrowser = useInBrowser();
  const api = useApi();
  const [wanted] = useState(() => (import.meta.env.SSR ? undefined : safeNext(window.location.hash.slice(1))));
  useHead({ title: t`Without a network`, description: t`What you can read and do on this device without a network.` });

  // What was asked for comes as soon as the server answers: that there is a network does not say that it leads there.
  useEffect(() => {
    if (wanted === undefined) return undefined;
    const check = () => {
      api.call('GET /healthz/live/').then(
        () => window.location.replace(wanted),
        () => undefined,
      );
    };
    const timer = setInterval(check, retryMs);
    window.addEventListener('online', check);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', check);
    };
  }, [api, wanted]);

  return (
    <div className="page grid max-w-3xl gap-8 py-8 md:py-12">
      <header className="grid gap-3">
        <h1 className="text-2xl md:text-3xl">
          <Trans>Without a network</Trans>
        </h1>
        <p className="max-w-read text-muted">
          {inBrowser && wanted !== undefined ? (
            <Trans>
              The page you asked for cannot be shown now: there is no network. It comes by itself as soon as there is
              one.
            </Trans>
          ) : (
            <Trans>What you write without a network waits here, and pages that you have seen can be read again.</Trans>
          )}
        </p>
        {inBrowser && wanted !== undefined && (
          <Button className="justify-self-start" onClick={() => window.location.replace(wanted)}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </header>
      {inBrowser && (
        <>
          <Waiting as="list" />
          <section aria-labelledby="kept" className="grid gap-3">
            <h2 id="kept" className="text-xl">
              <Trans>Pages you have seen</Trans>
            </h2>
            <p className="text-sm text-muted">
              <Trans>
                Only pages that everybody may read are kept: no visit, no report and no message. Logging out removes
                them.
              </Trans>
            </p>
            <KeptList />
          </section>
        </>
      )}
    </div>
  );
}

/** What a person has written and the server does not have. */
function Waiting({ as }: { as: 'line' | 'list' }) {
  if (!useSignedIn()) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <LaterWaiting as={as} />
        <UnsentMessages as={as} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Idle() {
  if (!useSignedIn()) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <IdleWatch />
      </Suspense>
    </ErrorBoundary>
  );
}

/** What stands beside every page where it is needed: the line that says that one is offline; or what waits to be sent, the end of a session in which nobody does anything, and the way to install. */
export function Beside({ part }: { part: 'line' | 'rest' }) {
  const path = usePath();
  if (part === 'line') return <OfflineLine />;
  return (
    <>
      {/* There, it stands in the page. */}
      {path !== '/offline' && <Waiting as="line" />}
      <Idle />
      <InstallEntry />
    </>
  );
}
