import type { Arrival } from '@carecommons/contract/pages';

// What a page of another site led to. The two pages that act when they are opened ask first there.
let foreign: string | undefined;

/** Remembers how this document was reached, as the server saw it; for a page that acts and of which it said nothing, as from elsewhere. */
export function arrive(arrival: Arrival | undefined): void {
  const { pathname, origin } = window.location;
  const elsewhere = document.referrer !== '' && !document.referrer.startsWith(`${origin}/`);
  const own = arrival === 'own' || (arrival === 'unknown' && !elsewhere);
  foreign = own ? undefined : pathname;
}

/** The reader goes to an address by something on this site; coming back to the first page by the browser's button is not that. */
export function openedHere(address: string): void {
  if (new URL(address, window.location.href).pathname === foreign) foreign = undefined;
}

/** Whether another site led to the page that is open. */
export const cameFromElsewhere = (): boolean => window.location.pathname === foreign;
