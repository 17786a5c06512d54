import { Trans } from '@lingui/react/macro';
import { AlertDialog } from '../../../components/ui/alert-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { SignInElsewhere } from './sign-in-elsewhere.tsx';

interface Props {
  /** Whether somebody signed in meanwhile, in another tab. */
  signedIn: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** The session is over while a form is filled: signing in happens in another tab, so that the form stays as it is. */
export function SignInToSend({ signedIn, onRetry, onClose }: Props) {
  return (
    <AlertDialog
      title={signedIn ? <Trans>You are signed in again</Trans> : <Trans>Sign in to send your request</Trans>}
      onClose={onClose}
      actions={
        <>
          {signedIn ? (
            <Button onClick={onRetry}>
              <Trans>Send request</Trans>
            </Button>
          ) : (
            <SignInElsewhere />
          )}
          <Button variant="quiet" onClick={onClose}>
            <Trans>Back to the request</Trans>
          </Button>
        </>
      }
    >
      <p>
        {signedIn ? (
          <Trans>What you filled in is still here.</Trans>
        ) : (
          <Trans>Your session has ended. What you filled in stays here.</Trans>
        )}
      </p>
    </AlertDialog>
  );
}
