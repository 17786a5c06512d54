import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { useLinkToken } from '../../lib/session/link-token.ts';

interface Props {
  /** Shown with the token of the link; reset for another link. */
  children: (token: string) => ReactNode;
}

/** What a link in an email leads to. The place is as high as the form, so that nothing moves when it comes. */
export function LinkForm({ children }: Props) {
  const token = useLinkToken();
  return (
    <div className="grid min-h-40 content-center">
      {token === '' && (
        <Notice kind="info">
          <Trans>Please open this page by the link in our email.</Trans>
        </Notice>
      )}
      {token !== undefined && token !== '' && <div key={token}>{children(token)}</div>}
    </div>
  );
}
