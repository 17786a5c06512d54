import type { Arrival } from '@carecommons/contract/pages';

// How this document was reached, until its address is opened anew by something on this site. The pages that act when they are opened
// go by it.
let reached: { pathname: string; foreign: boolean } | undefined;

/** Remembers how this document was reached, as the server saw it; for a page that acts and of which it said nothing, as from elsewhere. */
export function arrive(arrival: Arrival | undefined): void {
  const { pathname, origin } = window.location;
  const elsewhere = document.referrer !== '' && !document.referrer.startsWith(`${origin}/`);
  const own = arrival === 'own' || (arrival === 'unknown' && !elsewhere);
  reached = { pathname, foreign: !own };
}

/** The reader goes to an address by something on this site; coming back to the first page by the browser's button is not that. */
export function openedHere(address: string): void {
  if (new URL(address, window.location.href).pathname === reached?.pathname) reached = undefined;
}

const isReached = () => window.location.pathname === reached?.pathname;

/** Whether another site led to the page that is open. */
export const cameFromElsewhere = (): boolean => isReached() && reached?.foreign === true;

/** Whether the page that is open was reached by its address alone, as by typing it. */
export const cameByAddress = (): boolean => isReached() && reached?.foreign === false;
