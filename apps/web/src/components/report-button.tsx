import type { Kind } from '@carecommons/contract/moderation-rules';
import { Trans } from '@lingui/react/macro';
import { Eye, EyeOff, Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useModerates } from '../lib/session/role.ts';
import { Button } from './ui/button.tsx';

// Few who read ever open one of these.
const ReportDialog = lazy(() => import('./report-dialog.tsx').then((file) => ({ default: file.ReportDialog })));
const DecisionDialog = lazy(() => import('./decision-dialog.tsx').then((file) => ({ default: file.DecisionDialog })));

interface Props {
  kind: Kind;
  id: number;
  /** It is hidden already, and stands here for a moderator. */
  hidden?: boolean;
}

/** The way to tell the moderators of an article, a question, an answer or a message; moderators decide at once. */
export function ReportButton({ kind, id, hidden = false }: Props) {
  const moderates = useModerates();
  const [open, setOpen] = useState(false);
  const [reported, setReported] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {/* Reported, it keeps the focus that comes back to it. */}
      <Button variant="plain" aria-disabled={reported} onClick={() => setOpen(!reported)}>
        {!moderates && <Flag size={20} aria-hidden />}
        {moderates && (hidden ? <Eye size={20} aria-hidden /> : <EyeOff size={20} aria-hidden />)}
        {!moderates && (reported ? <Trans>Reported</Trans> : <Trans context="to the moderators">Report</Trans>)}
        {moderates && (hidden ? <Trans>Show again</Trans> : <Trans>Hide</Trans>)}
      </Button>
      <span role="status" className="sr-only">
        {reported && <Trans>Thank you. A moderator will look at it.</Trans>}
      </span>
      {open && (
        <Suspense>
          {moderates ? (
            <DecisionDialog kind={kind} id={id} verb={hidden ? 'show' : 'hide'} onClose={close} />
          ) : (
            <ReportDialog kind={kind} id={id} onClose={close} onReported={() => setReported(true)} />
          )}
        </Suspense>
      )}
    </>
  );
}
