import { Trans } from '@lingui/react/macro';
import { AlertDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useNavigate, usePath } from '../../lib/navigation.tsx';

/** The session is over. The text is stored as a draft, and appears again after the login. */
export function LoginFirst({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const path = usePath();
  return (
    <AlertDialog
      title={<Trans>Login First To Write Your Own Blogs !</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => navigate(`/login?next=${encodeURIComponent(path)}`)}>
            <Trans>Login</Trans>
          </Button>
          <Button variant="quiet" onClick={onClose}>
            <Trans>Back to the article</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Your session has ended. What you wrote is kept on this device and will be here when you are back.</Trans>
      </p>
    </AlertDialog>
  );
}
