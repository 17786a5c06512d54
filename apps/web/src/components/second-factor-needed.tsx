import { Trans } from '@lingui/react/macro';
import { CallError } from '../lib/calls/call.ts';
import { ButtonLink } from './ui/button.tsx';
import { Notice } from './ui/notice.tsx';

/** Whether a call was refused because the session lacks the second factor that a grant needs. */
export const lacksSecondFactor = (error: unknown) =>
  error instanceof CallError && error.code === 'second_factor_required';

/** Replaces a page of the people who run the site as long as their session has no second factor. */
export function SecondFactorNeeded() {
  return (
    <Notice kind="info">
      <p className="font-semibold">
        <Trans>This needs a second step.</Trans>
      </p>
      <p>
        <Trans>
          People who help to run this site need more than a password to sign in. Set up or confirm your second factor,
          then come back here.
        </Trans>
      </p>
      <ButtonLink to="/account#second-factor" className="mt-2">
        <Trans>To your account</Trans>
      </ButtonLink>
    </Notice>
  );
}
