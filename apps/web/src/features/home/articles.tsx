import { Trans } from '@lingui/react/macro';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { HomeSection } from './section.tsx';

/** The newest articles. */
export function Articles() {
  return (
    <HomeSection title={<Trans>Health blogs</Trans>} to="/blog" onward={<Trans>All blogs</Trans>}>
      <EmptyState title={<Trans>No blogs available yet</Trans>}>
        <Trans>Articles by providers and patients will stand here.</Trans>
      </EmptyState>
    </HomeSection>
  );
}
