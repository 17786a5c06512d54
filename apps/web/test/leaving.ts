import { onTestFinished } from 'vitest';

/** The addresses to which the component leaves its page from now on. The page stays, for a test ends with its page. */
export function watchLeaving(): string[] {
  const addresses: string[] = [];
  const finished = new AbortController();
  navigation.addEventListener(
    'navigate',
    (event) => {
      if (event.destination.sameDocument) return;
      event.preventDefault();
      const { pathname, search, hash } = new URL(event.destination.url);
      addresses.push(pathname + search + hash);
    },
    { signal: finished.signal },
  );
  onTestFinished(() => finished.abort());
  return addresses;
}
