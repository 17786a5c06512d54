import { Plural, Trans } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { providerListQuery, type Wanted } from './api.ts';
import { ProviderGrid } from './provider-grid.tsx';

interface Props {
  filter: Wanted;
  heading: 'h2' | 'h3';
  /** Shown when there is none. */
  empty: ReactNode;
}

/** The providers that a filter finds, page by page. While another search runs, what the last one found stays. */
export function ProviderList({ filter, heading, empty }: Props) {
  const { data, error, refetch, ...list } = useInfiniteQuery({
    ...providerListQuery(useApi(), filter),
    placeholderData: keepPreviousData,
  });
  const providers = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const shown = providers.length;
  const items = useRef<HTMLUListElement>(null);
  const focusFrom = useRef<number>(undefined);
  // Focus goes from the button to the first of those who came, so that reading goes on there.
  useEffect(() => {
    if (focusFrom.current === undefined || shown <= focusFrom.current) return;
    items.current?.children[focusFrom.current]?.querySelector('a')?.focus({ preventScroll: true });
    focusFrom.current = undefined;
  }, [shown]);
  // A page may be empty and have a next one, where many were looked through for a rare free time.
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const seeking = shown === 0 && hasNextPage;
  useEffect(() => {
    if (seeking && !isFetching && error === null) void fetchNextPage();
  }, [seeking, isFetching, error, fetchNextPage]);
  const showMore = () => {
    if (list.isFetchingNextPage) return;
    focusFrom.current = shown;
    void list.fetchNextPage();
  };

  if (list.isPending || (seeking && error === null)) return <Coming />;
  if (data === undefined && error !== null) return <CannotLoad onRetry={() => void refetch()} />;
  return (
    <div className="grid gap-4" aria-busy={list.isPlaceholderData}>
      <p role="status" className="text-muted">
        {list.hasNextPage ? (
          <Trans>Showing the first {shown} providers</Trans>
        ) : (
          <Plural value={shown} _0="No provider found" one="# provider" other="# providers" />
        )}
      </p>
      {shown === 0 && empty}
      <div className={list.isPlaceholderData ? 'opacity-60' : ''}>
        <ProviderGrid providers={providers} heading={heading} list={items} />
      </div>
      {error !== null && <CannotLoad onRetry={list.isFetchNextPageError ? showMore : () => void refetch()} />}
      {list.hasNextPage && (
        <Button
          variant="quiet"
          className="justify-self-center"
          onClick={showMore}
          aria-disabled={list.isFetchingNextPage}
        >
          {list.isFetchingNextPage ? <Trans>Loading…</Trans> : <Trans>Show more</Trans>}
        </Button>
      )}
    </div>
  );
}

function CannotLoad({ onRetry }: { onRetry: () => void }) {
  return <LoadFailure title={<Trans>The providers could not be loaded.</Trans>} onRetry={onRetry} />;
}

function Coming() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <p role="status" className="text-muted">
        <Trans>Loading…</Trans>
      </p>
      <div className="grid gap-4 md:grid-cols-2 md:gap-6">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-80" />
        ))}
      </div>
    </div>
  );
}
