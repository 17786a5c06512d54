import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';

interface Props {
  /** A list that comes page by page. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** The button that brings the next page of a list, where there is one. */
export function ShowMore({ list }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <Button
      look="quiet"
      className="justify-self-center"
      aria-disabled={list.isFetchingNextPage}
      onClick={() => !list.isFetchingNextPage && list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? <Trans>Loading…</Trans> : <Trans>Show more</Trans>}
    </Button>
  );
}
