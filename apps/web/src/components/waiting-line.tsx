import { Trans, useLingui } from '@lingui/react/macro';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from './ui/button.tsx';

/** A line under the header: something waits to be sent, and where it can be looked at. It is there before, empty, so that it is read out. */
export function WaitingLine({ to = '/offline', children }: { to?: string | undefined; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div role="status">
      {children && (
        <section aria-label={t`Waiting to be sent`} className="border-b border-line bg-surface text-sm">
          <div className="page flex flex-wrap items-center gap-x-3 py-1">
            <Send size={20} className="shrink-0 text-accent" aria-hidden />
            <p className="min-w-0 flex-1">{children}</p>
            <ButtonLink to={to} variant="plain">
              <Trans>Look at it</Trans>
            </ButtonLink>
          </div>
        </section>
      )}
    </div>
  );
}
