import { isKeptOffline, pageAt } from '@carecommons/contract/pages';
import { useEffect, useRef } from 'react';
import { registerWorker } from '../../components/trusted-html.tsx';
import { usePath } from '../../lib/navigation.tsx';

let ready: Promise<ServiceWorker | null> | undefined;

async function runWorker() {
  if (document.readyState !== 'complete') await new Promise((done) => window.addEventListener('load', done));
  await registerWorker();
  return (await navigator.serviceWorker.ready).active;
}

/** A browser has none at a plain http address of the network, and keeps nothing there. */
export const hasWorker = () => 'serviceWorker' in navigator;

/**
 * Runs the site's worker once the page is loaded, and tells it each page that is seen and may be kept: not what somebody looked for.
 */
export function useSeenPages(): void {
  const path = usePath();
  const first = useRef(true);
  useEffect(() => {
    const loaded = first.current;
    first.current = false;
    if (!hasWorker() || (document.documentElement.dataset.kept !== undefined && !navigator.onLine)) return;
    ready ??= runWorker().catch(() => null);
    const page = pageAt(path);
    if (page === undefined || !isKeptOffline(page) || window.location.search !== '') return;
    void ready.then((worker) => worker?.postMessage({ seen: path, loaded }));
  }, [path]);
}
