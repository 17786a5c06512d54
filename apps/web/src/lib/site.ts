import type { Site } from '@carecommons/contract/site';
import { createContext, use } from 'react';

export const SiteContext = createContext<Site | undefined>(undefined);

/** What the operator has set for everybody to see. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (site === undefined) throw new Error('There is no site around this component.');
  return site;
}
