import type { Provider } from '@carecommons/contract/providers';
import type { RefObject } from 'react';
import { ProviderCard } from './provider-card.tsx';

interface Props {
  providers: Provider[];
  heading: 'h2' | 'h3';
  list?: RefObject<HTMLUListElement | null>;
}

/** Provider cards, in two columns where there is room. */
export function ProviderGrid({ providers, heading, list }: Props) {
  return (
    <ul ref={list} className="grid gap-4 md:grid-cols-2 md:gap-6">
      {providers.map((provider) => (
        <li key={provider.user} className="min-w-0">
          <ProviderCard provider={provider} heading={heading} />
        </li>
      ))}
    </ul>
  );
}
