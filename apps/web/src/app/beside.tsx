import { lazy, Suspense, useEffect, useState } from 'react';
import { hasWorker, useSeenPages } from '../features/offline/worker.ts';
import { useOnline } from '../lib/kept/online.ts';
import { useSignedIn } from '../lib/session/session.ts';
import { loadBeside } from './router.tsx';

const languageNow = () => document.documentElement.lang;

// It comes once the page is loaded.
const Parts = lazy(async () => {
  if (document.readyState !== 'complete') await new Promise((done) => window.addEventListener('load', done));
  return await loadBeside('/offline', languageNow());
});

/** Whether the browser offers to install the site, or did. */
function useInstallOffer() {
  const [is, setIs] = useState(window.installOffer !== undefined);
  useEffect(() => {
    const offered = () => setIs(true);
    window.addEventListener('beforeinstallprompt', offered);
    return () => window.removeEventListener('beforeinstallprompt', offered);
  }, []);
  return is;
}

/**
 * What stands beside every page: the worker, what says that one is offline, and the rest. What somebody who is signed out and online
 * does not see is not fetched for them: the worker keeps it for when it is needed.
 */
export function Beside() {
  useSeenPages();
  const online = useOnline();
  const signedIn = useSignedIn();
  const offered = useInstallOffer();
  const [isKept] = useState(() => document.documentElement.dataset.kept !== undefined);
  // Without a worker it could not be fetched later.
  const [atOnce] = useState(() => !hasWorker());
  return (
    <>
      <div role="status">
        <Suspense>{(!online || isKept || atOnce) && <Parts part="line" />}</Suspense>
      </div>
      <Suspense>{(signedIn || offered || atOnce) && <Parts part="rest" />}</Suspense>
    </>
  );
}
