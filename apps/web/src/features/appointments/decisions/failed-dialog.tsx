import { Trans } from '@lingui/react/macro';
import { AlertDialog } from '../../../components/ui/alert-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { When } from '../../../components/ui/when.tsx';
import { CallError, isSignedOut } from '../../../lib/calls/call.ts';
import { useSignedIn } from '../../../lib/session/session.ts';
import type { FailedMove } from './toasts.ts';
import { SignInElsewhere } from '../booking/sign-in-elsewhere.tsx';

interface Props extends FailedMove {
  onClose: () => void;
}

/** A move that showed already was not made after all: says so, and why. */
export function FailedMoveDialog({ made: { move, side, appointment }, error, onRetry, onClose }: Props) {
  // What was filled in stays here while somebody signs in elsewhere.
  const signedIn = useSignedIn();
  const signIn = isSignedOut(error) && !signedIn;
  const unreachable = error instanceof CallError && error.code === 'unreachable';
  return (
    <AlertDialog
      title={
        move === 'approve' ? (
          side === 'provider' ? (
            <Trans>The request was not approved</Trans>
          ) : (
            <Trans>The time was not accepted</Trans>
          )
        ) : move === 'decline' ? (
          <Trans>The request was not declined</Trans>
        ) : move === 'undo' ? (
          <Trans>The decision was not taken back</Trans>
        ) : (
          <Trans>This was not saved</Trans>
        )
      }
      onClose={onClose}
      actions={
        <>
          {signIn ? (
            <SignInElsewhere />
          ) : (
            onRetry && (
              <Button onClick={onRetry}>
                <Trans>Try again</Trans>
              </Button>
            )
          )}
          <Button variant={onRetry ? 'quiet' : 'primary'} onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <p className="font-semibold">
        {(side === 'provider' ? appointment.user : appointment.healthcare_provider).name},{' '}
        <When at={new Date(appointment.appointment_datetime)} zone={appointment.time_zone} />
      </p>
      <p>
        {unreachable ? (
          <Trans>The server cannot be reached. Nothing has changed; please try again.</Trans>
        ) : (
          error.message
        )}
      </p>
    </AlertDialog>
  );
}
