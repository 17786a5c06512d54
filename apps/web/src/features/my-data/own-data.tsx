import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/api.ts';
import { consentsQuery, exportQuery } from './api.ts';
import { Consents } from './consents.tsx';
import { OwnExport } from './own-export.tsx';

/** The parts of the page, all at once, so that none moves when another one comes; `children` are further ones below. */
export function OwnData({ children }: { children?: ReactNode }) {
  const api = useApi();
  const consents = useQuery(consentsQuery(api));
  const copy = useQuery(exportQuery(api));
  if (consents.isPending || copy.isPending) {
    return (
      <div className="grid gap-6" aria-busy="true">
        <p className="sr-only" role="status">
          <Trans>Loading…</Trans>
        </p>
        <Skeleton className="h-96" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  return (
    <>
      <Consents />
      <OwnExport />
      {children}
    </>
  );
}
