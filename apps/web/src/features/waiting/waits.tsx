import type { Wait } from '@carecommons/contract/waiting';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FormDialog } from '../../components/ui/form-dialog.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useSubmit } from '../../lib/form.ts';
import { useRenewWaits } from './api.ts';
import { WaitRow } from './wait-row.tsx';

/** Whom somebody waits for, and the way off each list. */
export function Waits({ waits }: { waits: readonly Wait[] }) {
  const renew = useRenewWaits();
  const [leaving, setLeaving] = useState<Wait>();
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {waits.map((wait) => (
          <WaitRow key={wait.provider.user} wait={wait} onLeave={() => setLeaving(wait)} />
        ))}
      </ul>
      {leaving && <Leave wait={leaving} renew={renew} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

interface LeaveProps {
  wait: Wait;
  renew: () => Promise<void>;
  onClose: () => void;
}

function Leave({ wait: { provider }, renew, onClose }: LeaveProps) {
  const { t } = useLingui();
  const api = useApi();
  const submission = useSubmit(async () => {
    await api.call('DELETE /api/waiting/:provider_id/', { params: { provider_id: provider.user } });
    // The row goes, and this with it where it was the last one.
    await renew();
    onClose();
  });
  return (
    <FormDialog
      title={<Trans>Leave the waiting list?</Trans>}
      description={
        <Trans>
          No time of {provider.name} is offered to you any more. If you join again, you are the last on the list.
        </Trans>
      }
      keep={<Trans>Stay on the list</Trans>}
      onClose={onClose}
      submission={submission}
      failure={t`You are still on the list.`}
      action={t`Leave the list`}
      busy={t`Leaving...`}
      variant="danger"
    />
  );
}
