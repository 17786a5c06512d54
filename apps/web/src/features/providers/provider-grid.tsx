import type { RefObject } from 'react';
import type { ListedProvider } from './api.ts';
import { ProviderCard } from './provider-card.tsx';

// So many come at once where there are many.
const pageOfProviders = 24;

interface Props {
  providers: ListedProvider[];
  heading: 'h2' | 'h3';
  list?: RefObject<HTMLUListElement | null>;
}

/** Provider cards, in two columns where there is room. */
export function ProviderGrid({ providers, heading, list }: Props) {
  const ids = providers.map(({ user }) => user);
  const pageOf = (at: number) => ids.slice(at - (at % pageOfProviders)).slice(0, pageOfProviders);
  return (
    <ul ref={list} className="grid gap-4 md:grid-cols-2 md:gap-6">
      {providers.map((provider, at) => (
        <li key={provider.user} className="min-w-0">
          <ProviderCard provider={provider} heading={heading} among={pageOf(at)} />
        </li>
      ))}
    </ul>
  );
}
