import { Trans } from '@lingui/react/macro';
import { BadgeCheck, CalendarClock, UserRound } from 'lucide-react';
import { useEffect } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useSite } from '../../lib/site.ts';

/** After a provider's profile was saved: whether patients find it, and what leads to their first visit. */
export function NextSteps({ user, listed }: { user: number; listed: boolean }) {
  const { demo, providers } = useSite();
  // The form that was saved was long, and is gone.
  useEffect(() => {
    document.getElementById('main')?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className="grid gap-5">
      <Notice kind="success">
        <p className="font-semibold">
          {listed || providers !== 'approved' ? (
            <Trans>Your profile is saved.</Trans>
          ) : (
            <Trans>Your profile is saved. It is listed as soon as your registration is verified.</Trans>
          )}
        </p>
        {!listed && !demo && (
          <p>
            <Trans>It is listed only while your email address is confirmed.</Trans>
          </p>
        )}
      </Notice>
      <h2 className="text-lg">
        <Trans>What comes next</Trans>
      </h2>
      <ul className="grid gap-4">
        <li className="grid gap-1">
          <ButtonLink to="/schedule" wide>
            <CalendarClock size={20} aria-hidden />
            <Trans>Publish your hours</Trans>
          </ButtonLink>
          <p className="text-sm text-muted">
            <Trans>Patients then choose one of your free times. Without hours they can ask for any time.</Trans>
          </p>
        </li>
        <li className="grid gap-1">
          <ButtonLink to="/verification" variant="quiet" wide>
            <BadgeCheck size={20} aria-hidden />
            <Trans>Have your registration verified</Trans>
          </ButtonLink>
          <p className="text-sm text-muted">
            <Trans>Patients see on your card that your registration has been checked.</Trans>
          </p>
        </li>
        {listed && (
          <li>
            <ButtonLink to={`/profile/${user}`} variant="plain" wide>
              <UserRound size={20} aria-hidden />
              <Trans>See your profile as patients do</Trans>
            </ButtonLink>
          </li>
        )}
      </ul>
    </div>
  );
}
