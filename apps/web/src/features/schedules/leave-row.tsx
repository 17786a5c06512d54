import type { Leave } from '@carecommons/contract/schedules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useSubmit } from '../../lib/form.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { leavesQuery, renewTimes } from './api.ts';

/** One leave, which can be taken back. */
export function LeaveRow({ leave: { id, from, to, reason }, zone }: { leave: Leave; zone: string }) {
  const { t } = useLingui();
  const when = useWhen();
  const [ending, setEnding] = useState(false);
  const [first, last] = [when.moment(new Date(from), zone), when.moment(new Date(to), zone)];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">
          <Trans>
            {first} to {last}
          </Trans>
        </p>
        {reason !== null && (
          <p dir="auto" className="text-sm wrap-anywhere text-muted">
            {reason}
          </p>
        )}
      </div>
      <Button
        variant="plain"
        className="ms-auto"
        aria-label={t`End leave from ${first}`}
        onClick={() => setEnding(true)}
      >
        <Trans>End leave</Trans>
      </Button>
      {ending && <End id={id} onClose={() => setEnding(false)} />}
    </li>
  );
}

function End({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const submission = useSubmit(async () => {
    await api.call('DELETE /api/leaves/:leave_id/', { params: { leave_id: id } });
    // The row goes, and this with it: whoever sees the dialog close sees the list as it is.
    await queries.invalidateQueries(leavesQuery(api));
    renewTimes(queries);
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>End this leave?</Trans>}
      description={<Trans>Its times can be requested again. Visits that it cancelled stay cancelled.</Trans>}
      keep={<Trans>Keep it</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`The leave was not ended.`}
      action={t`End leave`}
      busy={t`Ending...`}
    />
  );
}
