import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Coming, Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { consentsQuery } from '../../lib/consents.ts';
import { exportQuery } from './api.ts';
import { Consents } from './consents.tsx';
import { OwnExport } from './own-export.tsx';

/** The parts of the page, all at once, so that none moves when another one comes; `children` are further ones below. */
export function OwnData({ children }: { children?: ReactNode }) {
  const api = useApi();
  const consents = useQuery(consentsQuery(api));
  const copy = useQuery(exportQuery(api));
  if (consents.isPending || copy.isPending) {
    return (
      <Coming className="grid gap-6">
        <Skeleton className="h-96" />
        <Skeleton className="h-48" />
      </Coming>
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
