import { useEffect } from 'react';
import { registerWorker } from '../../components/trusted-html.tsx';
import { usePath } from '../../lib/navigation.tsx';

let ready: Promise<ServiceWorker | null> | undefined;

async function runWorker() {
  // A browser that has none, or none for a plain http address of the network, keeps nothing.
  if (!('serviceWorker' in navigator)) return null;
  await registerWorker();
  return (await navigator.serviceWorker.ready).active;
}

/** Runs the site's worker, and tells it each page that is seen. Which of them it keeps, the server has said. */
export function useSeenPages(): void {
  const path = usePath();
  useEffect(() => {
    if (document.documentElement.dataset.kept !== undefined && !navigator.onLine) return;
    ready ??= runWorker().catch(() => null);
    void ready.then((worker) => worker?.postMessage({ seen: path }));
  }, [path]);
}
