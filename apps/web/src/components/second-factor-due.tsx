import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../lib/calls/api.ts';
import { useRole } from '../lib/session/role.ts';
import { sessionRulesQuery } from '../lib/session/session-rules.ts';
import { useWhen } from '../lib/texts/when.ts';
import { ownZone } from '../lib/texts/zoned.ts';
import { ButtonLink } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';

/** Tells a provider until when reports can be opened without a second factor, or that they cannot be any more. */
export function SecondFactorDue() {
  const provider = useRole() === 'healthcare_provider';
  const due = useQuery({ ...sessionRulesQuery(useApi()), enabled: provider }).data?.second_factor ?? null;
  const when = useWhen();
  if (!provider || due === null) return null;
  const day = when.day(new Date(due.until), ownZone());
  return (
    <Notice kind={due.overdue ? 'danger' : 'info'}>
      <p className="font-semibold">
        {due.overdue ? (
          <Trans>To open patients’ reports you need a second step at sign-in.</Trans>
        ) : (
          <Trans>From {day} on you need a second step at sign-in to open patients’ reports.</Trans>
        )}
      </p>
      <p>
        <Trans>Set up an authenticator app or a passkey, or confirm the one that you have.</Trans>
      </p>
      <ButtonLink to="/account#second-factor" variant="quiet" className="mt-2">
        <Trans>To your account</Trans>
      </ButtonLink>
    </Notice>
  );
}
