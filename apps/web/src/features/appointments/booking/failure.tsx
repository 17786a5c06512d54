import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { AlertDialog } from '../../../components/ui/alert-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { When } from '../../../components/ui/when.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { type CallError, isSignedOut } from '../../../lib/calls/call.ts';
import { giveConsent } from '../../../lib/consents.ts';
import { useSignedIn } from '../../../lib/session/session.ts';
import { SignInToSend } from './sign-in-to-send.tsx';

interface Props {
  problem: CallError;
  /** By whose clocks free times are offered. */
  zone: string;
  onChoose: (start: string) => void;
  onCompleteProfile: () => void;
  onRetry: () => void;
  onClose: () => void;
}

/** Says why a request was not taken, and what to do next; all that was filled in stays. */
export function BookingFailure({ problem, zone, onChoose, onCompleteProfile, onRetry, onClose }: Props) {
  const signedIn = useSignedIn();
  const [api, queries] = [useApi(), useQueryClient()];
  if (isSignedOut(problem)) return <SignInToSend signedIn={signedIn} onRetry={onRetry} onClose={onClose} />;
  const back = (
    <Button variant="quiet" onClick={onClose}>
      <Trans>Back to the request</Trans>
    </Button>
  );
  const mayPass = problem.code === 'unreachable' || problem.status >= 500 || problem.code === 'request_running';
  return (
    <AlertDialog
      title={<Trans>Error! Please try again.</Trans>}
      onClose={onClose}
      actions={
        <>
          {problem.code === 'profile_required' && (
            <Button onClick={onCompleteProfile}>
              <Trans>Complete your profile</Trans>
            </Button>
          )}
          {problem.code === 'consent_required' && (
            // Where agreeing fails, so does sending, which says why.
            <Button onClick={() => void giveConsent(api, queries, 'visits').finally(onRetry)}>
              <Trans>I agree again: send it</Trans>
            </Button>
          )}
          {mayPass && (
            <Button onClick={onRetry}>
              <Trans>Send again</Trans>
            </Button>
          )}
          {back}
        </>
      }
    >
      <p>
        {problem.code === 'unreachable' ? (
          <Trans>The server cannot be reached. What you typed is still here.</Trans>
        ) : (
          (problem.errors[0]?.message ?? problem.message)
        )}
      </p>
      {problem.freeTimes.length > 0 && (
        <div className="grid gap-2">
          <p>
            <Trans>These are free:</Trans>
          </p>
          {problem.freeTimes.map((free) => (
            <Button key={free} variant="quiet" onClick={() => onChoose(free)}>
              <span>
                <When at={new Date(free)} zone={zone} />
              </span>
            </Button>
          ))}
        </div>
      )}
    </AlertDialog>
  );
}
