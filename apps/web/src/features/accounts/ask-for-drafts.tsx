import { Trans } from '@lingui/react/macro';
import { AlertDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';

/** Asks somebody who has just logged out what becomes of the drafts in this browser. */
export function AskForDrafts({ onAnswer }: { onAnswer: (erase: boolean) => Promise<void> }) {
  return (
    <AlertDialog
      title={<Trans>Erase your drafts?</Trans>}
      onClose={() => void onAnswer(false)}
      actions={
        <>
          <Button onClick={() => void onAnswer(true)}>
            <Trans>Erase them</Trans>
          </Button>
          <Button variant="quiet" onClick={() => void onAnswer(false)}>
            <Trans>Keep them on this device</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          You are signed out. What you wrote and did not send is still in this browser, encrypted: it can be read only
          by you, after you sign in again.
        </Trans>
      </p>
    </AlertDialog>
  );
}
