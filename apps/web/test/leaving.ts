import { onTestFinished } from 'vitest';

/** The addresses of other pages to which the component leads from now on. The page stays, for a test ends with its page. */
export function watchLeaving(): string[] {
  const addresses: string[] = [];
  const finished = new AbortController();
  navigation.addEventListener(
    'navigate',
    (event) => {
      if (
        event.canIntercept &&
        (event.hashChange || event.navigationType === 'replace') &&
        isHere(event.destination.url)
      )
        return;
      event.preventDefault();
      const { pathname, search, hash } = new URL(event.destination.url);
      addresses.push(pathname + search + hash);
    },
    { signal: finished.signal },
  );
  onTestFinished(() => finished.abort());
  return addresses;
}

const isHere = (address: string) => new URL(address).pathname === window.location.pathname;
