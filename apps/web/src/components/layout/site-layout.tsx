import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useInBrowser } from '../../lib/in-browser.ts';
import { usePath } from '../../lib/navigation.tsx';
import { useSite } from '../../lib/site.ts';
import { BottomBar } from './bottom-bar.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

interface Props {
  /** Shown beside every page once it has loaded. */
  beside: ReactNode;
  /** The search over the page, with a way to close it. */
  search: (close: () => void) => ReactNode;
  children: ReactNode;
}

/** The frame of every page. After a change of page the focus moves to its main part, as after a load. */
export function SiteLayout({ search, beside, children }: Props) {
  const { t } = useLingui();
  const main = useRef<HTMLElement>(null);
  const path = usePath();
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) main.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  const inBrowser = useInBrowser();
  const { demo } = useSite();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-control focus:bg-surface focus:px-4 focus:py-2"
      >
        <Trans>Skip to the content</Trans>
      </a>
      {demo && (
        <aside aria-label={t`Demo`} className="bg-accent-soft px-4 py-1 text-center text-sm text-accent">
          <Trans>This is a demo: its people are invented, and its data may be reset.</Trans>
        </aside>
      )}
      <SiteHeader search={search} />
      {inBrowser && (
        <ErrorBoundary fallback={null}>
          <Suspense>{beside}</Suspense>
        </ErrorBoundary>
      )}
      {/* The footer starts below the window, so that it does not jump when a page that was still coming is there. */}
      <main id="main" ref={main} tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1">
        {children}
      </main>
      <SiteFooter />
      <BottomBar />
    </div>
  );
}
