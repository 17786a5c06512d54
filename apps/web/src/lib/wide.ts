import { useSyncExternalStore } from 'react';

// As the breakpoint `md` of the styles.
const wide = '(width >= 720px)';

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is as wide as a desk's. For guarded pages alone: the server cannot know. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
