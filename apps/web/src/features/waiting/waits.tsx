import type { Wait } from '@carecommons/contract/waiting';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/api.ts';
import { useRenewWaits } from './api.ts';
import { WaitRow } from './wait-row.tsx';

/** Whom somebody waits for, and the way off each list. */
export function Waits({ waits }: { waits: readonly Wait[] }) {
  const api = useApi();
  const renew = useRenewWaits();
  const [working, setWorking] = useState(false);
  const [failed, setFailed] = useState(false);

  async function leave({ provider }: Wait) {
    setWorking(true);
    setFailed(false);
    await api
      .call('DELETE /api/waiting/:provider_id/', { params: { provider_id: provider.user } })
      .catch(() => setFailed(true));
    await renew();
    setWorking(false);
  }
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line border-y border-line">
        {waits.map((wait) => (
          <WaitRow key={wait.provider.user} wait={wait} working={working} onLeave={() => void leave(wait)} />
        ))}
      </ul>
      {failed && (
        <Notice kind="danger">
          <Trans>You are still on the list. Please try again.</Trans>
        </Notice>
      )}
    </div>
  );
}
