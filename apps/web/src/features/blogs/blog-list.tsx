import { Trans } from '@lingui/react/macro';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { ShowMore } from '../../components/ui/show-more.tsx';
import { useApi } from '../../lib/api.ts';
import { blogListQuery } from './api.ts';
import { BlogGrid } from './blog-grid.tsx';

/** All articles, newest first, page by page. */
export function BlogList() {
  const list = useSuspenseInfiniteQuery(blogListQuery(useApi()));
  const blogs = list.data.pages.flatMap(({ rows }) => rows);
  if (blogs.length === 0) {
    return (
      <EmptyState title={<Trans>No blogs available yet</Trans>}>
        <Trans>Articles by providers and patients will stand here, with their authors and dates.</Trans>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <BlogGrid blogs={blogs} heading="h2" />
      {list.isFetchNextPageError && (
        <LoadFailure
          title={<Trans>More blogs could not be loaded.</Trans>}
          error={list.error}
          onRetry={() => void list.fetchNextPage()}
        />
      )}
      <ShowMore list={list} />
    </div>
  );
}
