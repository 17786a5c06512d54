import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isSignedOut } from '../../lib/calls/call.ts';
import { usePath } from '../../lib/navigation.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Notice } from './notice.tsx';

interface Props {
  title: ReactNode;
  error?: unknown;
  onRetry: () => void;
}

/** Replaces something that could not be loaded, and offers the next step. */
export function LoadFailure({ title, error, onRetry }: Props) {
  const path = usePath();
  return (
    <Notice kind="danger">
      <p className="font-semibold">{title}</p>
      {isSignedOut(error) ? (
        <ButtonLink to={`/login?next=${encodeURIComponent(path)}`} variant="danger" className="mt-2">
          <Trans>Sign in again</Trans>
        </ButtonLink>
      ) : (
        <Button variant="danger" className="mt-2" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Notice>
  );
}
