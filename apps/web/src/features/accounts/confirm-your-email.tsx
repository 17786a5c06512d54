import { Trans } from '@lingui/react/macro';
import { Mail } from 'lucide-react';
import { Link } from '../../lib/navigation.tsx';
import { useOwnEmail } from './api.ts';
import { SendAgain } from './send-again.tsx';

/** To a person whose email address is not confirmed: what does not reach them, and the email once more by one press. */
export function ConfirmYourEmail() {
  const { data } = useOwnEmail();
  if (data === undefined || data.verified) return null;
  const { email } = data;
  return (
    <aside className="rounded-card border border-line bg-accent-soft p-4">
      <SendAgain>
        <div className="flex items-start gap-2">
          <Mail size={20} className="mt-0.5 shrink-0 text-accent" aria-hidden />
          <div className="grid min-w-0 gap-1">
            <p className="font-semibold">
              <Trans>Please confirm your email address</Trans>
            </p>
            <p className="wrap-anywhere">
              <Trans>
                We sent a link to {email}. Until you open it, we cannot email you about your visits, and you cannot set
                a new password yourself.
              </Trans>
            </p>
            <Link
              to="/account"
              className="inline-flex min-h-11 items-center justify-self-start text-primary underline underline-offset-4"
            >
              <Trans>Use another address</Trans>
            </Link>
          </div>
        </div>
      </SendAgain>
    </aside>
  );
}
