import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { cameFromElsewhere } from '../lib/session/arrival.ts';
import { useNavigate } from '../lib/navigation.tsx';
import { AlertDialog } from './ui/alert-dialog.tsx';
import { Button } from './ui/button.tsx';

interface Props {
  title: ReactNode;
  /** The words of the way out and of going on. */
  stay: ReactNode;
  action: ReactNode;
  /** Where the way out leads. */
  to: string;
  children: ReactNode;
}

/** What a page does as soon as it is opened: done only after a question where another site has led to it. */
export function AskFirst({ title, stay, action, to, children }: Props) {
  const navigate = useNavigate();
  const [asks, setAsks] = useState(cameFromElsewhere);
  if (!asks) return children;
  const leave = () => navigate(to, { replace: true });
  return (
    <AlertDialog
      title={title}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>{stay}</Button>
          <Button variant="danger" onClick={() => setAsks(false)}>
            {action}
          </Button>
        </>
      }
    >
      <p>
        <Trans>A link on another site has led you here. Nothing is done yet.</Trans>
      </p>
    </AlertDialog>
  );
}
