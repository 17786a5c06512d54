import { Trans } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import type { Entry } from './entries.ts';

interface Props {
  label: string;
  entries: readonly Entry[];
  children: (entry: Entry) => ReactNode;
  /** Brings what is older, another one for each page; absent where there is nothing. */
  onOlder: (() => void) | undefined;
  /** The row that this person has added last, which is always brought into view. */
  own: string | undefined;
  /** Whether the newest is in view. */
  onInView: (inView: boolean) => void;
  /** There is something new below what is in view. */
  fresh: boolean;
}

const nearEnd = 80;
const roundingPx = 2;
const nearStart = 5;

/** A long column of which only what is in view is in the page. It opens at its end, stays there while one is there, and does not jump when older rows come. */
export function MessageList({ label, entries, children, onOlder, own, onInView, fresh }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 76,
    getItemKey: (index) => (entries[index] as Entry).key,
    overscan: 10,
    anchorTo: 'end',
    initialOffset: () => Number.MAX_SAFE_INTEGER,
  });
  const rows = virtualizer.getVirtualItems();
  const [first, last] = [rows[0], rows.at(-1)];

  // While one is at the end, or has just written, the end is kept in view, also when rows turn out taller than thought.
  const pinned = useRef(true);
  const ownBefore = useRef(own);
  const lastTop = useRef(0);
  useLayoutEffect(() => {
    if (own !== undefined && own !== ownBefore.current) pinned.current = true;
    ownBefore.current = own;
    if (pinned.current) toEnd();
  });
  function toEnd() {
    if (scroller.current === null) return;
    pinned.current = true;
    scroller.current.scrollTop = scroller.current.scrollHeight;
  }

  const atStart = first !== undefined && first.index < nearStart;
  useEffect(() => {
    if (atStart) onOlder?.();
  }, [atStart, onOlder]);

  function updateAtEnd() {
    if (scroller.current === null) return;
    const { scrollHeight, scrollTop, clientHeight } = scroller.current;
    const below = scrollHeight - scrollTop - clientHeight;
    const near = below < nearEnd;
    // Any step up leaves the end, however small; what grows below does not. A list that shrinks is still at its end.
    if (scrollTop < lastTop.current) pinned.current = below < roundingPx;
    else if (near && scrollTop > lastTop.current) pinned.current = true;
    lastTop.current = scrollTop;
    setAtEnd(near);
  }
  // Rows that turn out taller than thought move the end without any scrolling.
  useEffect(updateAtEnd);
  useEffect(() => onInView(atEnd), [atEnd, onInView]);

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label={label}
        aria-live="off"
        // Arrows scroll it, and whoever was in a message that went goes on here.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={updateAtEnd}
        className="h-full overflow-y-auto overscroll-contain px-1 pb-2 [overflow-anchor:none]"
      >
        <Stretch before={first?.start ?? 0} after={virtualizer.getTotalSize() - (last?.end ?? 0)}>
          {rows.map(({ key, index }) => (
            <div key={key} ref={virtualizer.measureElement} data-index={index}>
              {children(entries[index] as Entry)}
            </div>
          ))}
        </Stretch>
      </div>
      {!atEnd && (
        <Button
          variant={fresh ? 'primary' : 'quiet'}
          onClick={toEnd}
          className={`absolute inset-x-0 bottom-2 mx-auto w-fit shadow-float ${fresh ? '' : 'bg-surface'}`}
        >
          <ArrowDown size={20} aria-hidden />
          {fresh ? <Trans>New messages</Trans> : <Trans>Newest</Trans>}
        </Button>
      )}
    </div>
  );
}

/** Keeps room for the rows that are not in the page. */
function Stretch({ before, after, children }: { before: number; after: number; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current === null) return;
    element.current.style.paddingBlock = `${before}px ${Math.max(0, after)}px`;
  }, [before, after]);
  // Without this, the rule for reduced motion would let the new room be taken a frame late, and the rows flicker.
  return (
    <div ref={element} className="transition-none">
      {children}
    </div>
  );
}
