import { useEffect, useState } from 'react';

/**
 * The token in the fragment of the address, as emails carry it: taken out of the address as soon as it was read, so that
 * it stays in no history. Empty where there is none; undefined until the browser has looked.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    function take() {
      const { hash, pathname, search } = window.location;
      const found = new URLSearchParams(hash.slice(1)).get('token') ?? '';
      if (found !== '') window.history.replaceState(window.history.state, '', pathname + search);
      // Looked at twice, it is in the address no more.
      setToken((known) => (found === '' ? (known ?? '') : found));
    }
    take();
    // Another email's link, opened on the same page, changes the fragment alone.
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}
