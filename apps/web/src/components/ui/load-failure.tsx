import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** What stands in the place of something that could not be fetched. */
export function LoadFailure({ title, onRetry }: { title: ReactNode; onRetry: () => void }) {
  return (
    <Notice kind="danger">
      <p className="font-semibold">{title}</p>
      <Button look="danger" className="mt-2" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  );
}
