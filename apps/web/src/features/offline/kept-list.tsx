import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { type KeptPage, keptPages } from '../../lib/kept/kept-pages.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';

/** The public pages that were seen last, which can be read without a network. */
export function KeptList() {
  const when = useWhen();
  const [pages, setPages] = useState<KeptPage[]>();
  useEffect(() => {
    const show = setPages;
    keptPages().then(show, () => show([]));
  }, []);
  if (pages === undefined) return null;
  if (pages.length === 0) {
    return (
      <p className="text-muted">
        <Trans>No page is kept on this device yet.</Trans>
      </p>
    );
  }
  return (
    <ul className="divide-y divide-line border-y border-line">
      {pages.map(({ path, title, at }) => (
        <li key={path} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
          {/* A load, so that the page comes as it was kept. */}
          <a href={path} className="inline-flex min-h-11 items-center text-primary underline underline-offset-4">
            {title === 'Carecommons' ? <Trans>Home</Trans> : title}
          </a>
          <span className="text-sm text-muted">{when.moment(at, ownZone())}</span>
        </li>
      ))}
    </ul>
  );
}
