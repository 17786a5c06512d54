import type { Appointment } from '@carecommons/contract/appointments';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { AlertDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { CallError } from '../../lib/call.ts';
import { useWhen } from '../../lib/when.ts';
import { useApprove } from './approve.ts';

interface Approval {
  /** Approves a request. */
  onApprove: (appointment: Appointment) => void;
  /** What became of it, in words, and the message where it failed. It takes the focus, as the button is gone. */
  outcome: React.ReactNode;
}

/** Approving from a page: the pressing, and what it comes to. */
export function useApproval(): Approval {
  const approve = useApprove();
  const [seen, setSeen] = useState<unknown>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const approved = approve.isPending || approve.isSuccess ? approve.variables : undefined;
  useEffect(() => {
    if (approved !== undefined || seen !== null) said.current?.focus({ preventScroll: true });
  }, [approved, seen]);
  return {
    onApprove: (appointment) => approve.mutate(appointment),
    outcome: (
      <>
        <Said appointment={approved} element={said} />
        {approve.error !== null && approve.error !== seen && (
          <Refused error={approve.error} onClose={() => setSeen(approve.error)} />
        )}
      </>
    ),
  };
}

function Said({
  appointment,
  element,
}: {
  appointment: Appointment | undefined;
  element: RefObject<HTMLParagraphElement | null>;
}) {
  const when = useWhen();
  if (appointment === undefined) return <p ref={element} role="status" tabIndex={-1} className="sr-only" />;
  const { appointment_datetime, time_zone, user } = appointment;
  return (
    <p
      ref={element}
      role="status"
      tabIndex={-1}
      className="rounded-control bg-success-soft px-3 py-2 font-semibold text-success"
    >
      <Trans>
        Approved: {user.name}, {when.moment(new Date(appointment_datetime), time_zone)}
      </Trans>
    </p>
  );
}

function Refused({ error, onClose }: { error: Error; onClose: () => void }) {
  const unreachable = error instanceof CallError && error.code === 'unreachable';
  return (
    <AlertDialog
      title={<Trans>The request was not approved</Trans>}
      onClose={onClose}
      actions={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p>
        {unreachable ? (
          <Trans>The server cannot be reached. The request waits as before; please try again.</Trans>
        ) : (
          error.message
        )}
      </p>
    </AlertDialog>
  );
}
