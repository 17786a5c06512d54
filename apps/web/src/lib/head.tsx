import { createContext, use, useEffect } from 'react';

/** What a page says of itself outside its own part of the document. */
export interface Head {
  title: string;
  description?: string;
}

/** While the server renders, the page's head is collected here. */
export const HeadContext = createContext<{ head?: Head }>({});

/** Gives the page its title and description. */
export function useHead({ title, description }: Head) {
  const collected = use(HeadContext);
  const full = title === 'Carecommons' ? title : `${title} · Carecommons`;
  if (import.meta.env.SSR) collected.head = description === undefined ? { title: full } : { title: full, description };
  useEffect(() => {
    document.title = full;
    if (description !== undefined)
      document.querySelector('meta[name=description]')?.setAttribute('content', description);
  }, [full, description]);
}
