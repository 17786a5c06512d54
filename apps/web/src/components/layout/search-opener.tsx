import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';

/**
 * The way to the search from every page: opens the box over it, also by Ctrl+K or ⌘K. Where there is no script, it leads to
 * the page of the search. One key alone, such as “/”, would get into the way of those who speak to their computer.
 */
export function SearchOpener({ dialog }: { dialog: (close: () => void) => ReactNode }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <a
        href="/search"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={t`Search`}
        className="inline-flex size-[44px] items-center justify-center rounded-full hover:bg-raised"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Search aria-hidden />
      </a>
      {open && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  );
}
