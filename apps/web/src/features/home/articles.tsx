import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { HomeSection } from './section.tsx';

/** The newest articles, which the page gives; null where there are none. */
export function Articles({ children }: { children: ReactNode }) {
  return (
    <HomeSection title={<Trans>Health blogs</Trans>} to="/blog" onward={<Trans>All blogs</Trans>}>
      {children ?? (
        <EmptyState title={<Trans>No blogs available yet</Trans>}>
          <Trans>Articles by providers and patients will appear here.</Trans>
        </EmptyState>
      )}
    </HomeSection>
  );
}
