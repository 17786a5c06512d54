import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from './button.tsx';

interface Props {
  /** A list that comes page by page. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

// The button that had the focus is gone: whoever pressed it goes on from its place.
const takeFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
};

/** The button that brings the next page of a list, where there is one. */
export function ShowMore({ list }: Props) {
  const [pressed, setPressed] = useState(false);
  if (!list.hasNextPage) {
    return pressed ? (
      <p ref={takeFocus} role="status" tabIndex={-1} className="sr-only">
        <Trans>These are all.</Trans>
      </p>
    ) : null;
  }
  return (
    <Button
      variant="quiet"
      className="justify-self-center"
      aria-disabled={list.isFetchingNextPage}
      onClick={() => {
        setPressed(true);
        if (!list.isFetchingNextPage) list.fetchNextPage();
      }}
    >
      {list.isFetchingNextPage ? <Trans>Loading…</Trans> : <Trans>Show more</Trans>}
    </Button>
  );
}
