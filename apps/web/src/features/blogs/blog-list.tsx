import { Trans } from '@lingui/react/macro';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { blogListQuery } from './api.ts';
import { BlogGrid } from './blog-grid.tsx';

/** All articles, newest first, page by page. */
export function BlogList() {
  const list = useSuspenseInfiniteQuery(blogListQuery(useApi()));
  return (
    <QueryList
      list={list}
      className="gap-6"
      failure={<Trans>More blogs could not be loaded.</Trans>}
      empty={
        <EmptyState title={<Trans>No blogs available yet</Trans>}>
          <Trans>Articles by providers and patients will appear here, with their authors and dates.</Trans>
        </EmptyState>
      }
    >
      {(blogs) => <BlogGrid blogs={blogs} heading="h2" />}
    </QueryList>
  );
}
