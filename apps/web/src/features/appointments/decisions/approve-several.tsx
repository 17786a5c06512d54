import type { Appointment } from '@carecommons/contract/appointments';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { When } from '../../../components/ui/when.tsx';
import { CallError } from '../../../lib/calls/call.ts';
import { usePatientName } from '../../../lib/texts/patient-name.ts';
import type { CompletedMove } from './make-move.ts';
import { type Outcome, useApproveEach } from './use-decisions.tsx';

interface Props {
  /** The requests that can be approved, and which of them are chosen. */
  rows: readonly Appointment[];
  chosen: ReadonlySet<number>;
  /** Whether there are more than these. */
  more: boolean;
  keep: (made: CompletedMove) => void;
  onDone: () => void;
}

interface Result {
  approved: number;
  refused: { row: Appointment; message: string }[];
}

/** Approves all requests in one press, or those that are chosen, and says what became of each that could not be approved. */
export function ApproveSeveral({ rows, chosen, more, keep, onDone }: Props) {
  const { t } = useLingui();
  const approveEach = useApproveEach(keep);
  const [running, setRunning] = useState(false);
  const [result, setResult] = useState<Result>();
  const [failure, setFailure] = useState<string>();
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result !== undefined || failure !== undefined) said.current?.focus({ preventScroll: true });
  }, [result, failure]);
  const wanted = chosen.size === 0 ? rows : rows.filter(({ id }) => chosen.has(id));
  async function approve() {
    setRunning(true);
    setResult(undefined);
    setFailure(undefined);
    try {
      setResult(resultOf(wanted, await approveEach(wanted)));
      onDone();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const lost = t`The server cannot be reached. Please try again: what is approved already stays approved.`;
      setFailure(error.code === 'unreachable' ? lost : error.message);
    } finally {
      setRunning(false);
    }
  }
  const count = wanted.length;
  return (
    <div className="grid gap-2">
      {rows.length > 1 && (
        <Button
          className="justify-self-start"
          aria-disabled={running}
          // The second press of a double click was meant for what was here before.
          onClick={({ detail }) => detail < 2 && !running && void approve()}
        >
          <Check size={20} aria-hidden />
          {running ? (
            <Trans>Approving...</Trans>
          ) : chosen.size > 0 ? (
            <Plural value={count} one="Approve the chosen one" other="Approve the # chosen" />
          ) : more ? (
            <Plural value={count} one="Approve this one" other="Approve these #" />
          ) : (
            <Plural value={count} one="Approve the only one" other="Approve all #" />
          )}
        </Button>
      )}
      <div ref={said} role="status" tabIndex={-1}>
        {result !== undefined && (
          <Notice kind={result.refused.length === 0 ? 'success' : 'info'}>
            <p className="font-semibold">
              <Plural
                value={result.approved}
                _0="None was approved."
                one="# request is approved. It can be taken back for ten seconds where it stands."
                other="# requests are approved. Each can be taken back for ten seconds where it stands."
              />
            </p>
            {result.refused.length > 0 && (
              <ul className="grid list-disc gap-1 ps-5">
                {result.refused.map(({ row, message }) => (
                  <Refused key={row.id} row={row} message={message} />
                ))}
              </ul>
            )}
          </Notice>
        )}
        {failure !== undefined && (
          <Notice kind="danger">
            <p className="font-semibold">
              <Trans>The requests were not approved.</Trans>
            </p>
            <p>{failure}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}

function resultOf(rows: readonly Appointment[], outcomes: readonly Outcome[]): Result {
  const refused = outcomes.flatMap(({ appointment, message }, index) => {
    const row = rows[index];
    return appointment !== null || row === undefined ? [] : [{ row, message: message ?? '' }];
  });
  return { approved: outcomes.length - refused.length, refused };
}

function Refused({ row: { user, appointment_datetime, time_zone }, message }: Result['refused'][number]) {
  const name = usePatientName()(user);
  return (
    <li>
      <bdi>{name}</bdi>, <When at={new Date(appointment_datetime)} zone={time_zone} />: {message}
    </li>
  );
}
