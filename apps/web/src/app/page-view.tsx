import { pageAt, type PagePath } from '@carecommons/contract/pages';
import { useLingui } from '@lingui/react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Suspense, use, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { ErrorView, NotFoundView } from '../components/error-view.tsx';
import { PageSkeleton } from '../components/ui/skeleton.tsx';
import { useInBrowser } from '../lib/in-browser.ts';
import { PageContext, Redirect, usePath, useSearchTexts } from '../lib/navigation.tsx';
import { isSignedIn } from '../lib/session/session.ts';
import { useSite } from '../lib/site.ts';
import { loadedPage, loadPage } from './router.tsx';

/** The page of the present address, inside the boundaries for what is still coming and for what failed. */
export function PageView() {
  const path = usePath();
  const found = pageAt(path);
  const { reset } = useQueryErrorResetBoundary();
  const { demo } = useSite();
  if (found === undefined || (found.access === 'demo' && !demo)) return <NotFoundView />;
  return (
    <PageContext value={found}>
      <ErrorBoundary FallbackComponent={ErrorView} resetKeys={[path]} onReset={reset}>
        <Suspense fallback={<PageSkeleton />}>
          {found.access === 'guarded' ? <Guarded key={path} path={found.path} /> : <Loaded path={found.path} />}
        </Suspense>
      </ErrorBoundary>
    </PageContext>
  );
}

function Loaded({ path }: { path: PagePath }) {
  const { i18n } = useLingui();
  const Page = loadedPage(path) ?? use(loadPage(path, i18n.locale));
  return <Page />;
}

/**
 * A guarded page is rendered in the browser alone, and only for the signed-in; others are led to /login, and back after
 * it. It looks once: losing the token later leaves the page, and a form being filled, as it is.
 */
function Guarded({ path }: { path: PagePath }) {
  return useInBrowser() ? <Admitted path={path} /> : <PageSkeleton />;
}

function Admitted({ path }: { path: PagePath }) {
  const address = usePath();
  const search = useSearchTexts();
  const [admitted] = useState(isSignedIn);
  const next = search.size === 0 ? address : `${address}?${search}`;
  if (!admitted) return <Redirect to={`/login?next=${encodeURIComponent(next)}`} />;
  return <Loaded path={path} />;
}
