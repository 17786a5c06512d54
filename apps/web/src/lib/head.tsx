import { createContext, use, useEffect } from 'react';

/** What a page says of itself outside its own part of the document. */
export interface Head {
  title: string;
  description?: string;
  /** Whether there is nothing of what the address names, though the page says so in its own words: the server answers 404. */
  missing?: boolean;
}

/** While the server renders, the page's head is collected here. */
export const HeadContext = createContext<{ head?: Head }>({});

/** Gives the page its title and description. */
export function useHead({ title, description, missing = false }: Head) {
  const collected = use(HeadContext);
  const full = title === 'Carecommons' ? title : `${title} · Carecommons`;
  if (import.meta.env.SSR)
    collected.head = description === undefined ? { title: full, missing } : { title: full, description, missing };
  useEffect(() => {
    document.title = full;
    if (description !== undefined)
      document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [full, description]);
}
