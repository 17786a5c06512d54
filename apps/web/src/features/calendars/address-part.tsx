import type { Side } from '@carecommons/contract/appointment-rules';
import type { CalendarAddress } from '@carecommons/contract/calendars';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfirmed } from '../../components/confirm-its-you.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';
import { calendarAddressesQuery } from './api.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { NewAddress } from './new-address.tsx';
import { WhatItTells } from './what-it-tells.tsx';

interface Props {
  side: Side;
  /** Whether there is no other side to tell it from. */
  alone: boolean;
  address: CalendarAddress | undefined;
}

/** The private calendar address of one side: create it, choose what it contains, replace it, revoke it. */
export function AddressPart({ side, alone, address }: Props) {
  const api = useApi();
  const { confirmed, dialog } = useConfirmed();
  const queries = useQueryClient();
  const when = useWhen();
  const [made, setMade] = useState<string>();
  const [asking, setAsking] = useState<'renew' | 'revoke'>();
  const [working, setWorking] = useState(false);
  const [failed, setFailed] = useState(false);
  const renewed = () => queries.invalidateQueries(calendarAddressesQuery(api));

  async function make(names: boolean) {
    const { path } = await confirmed(() =>
      api.call('POST /api/calendars/:side/', { params: { side }, body: { names } }),
    );
    await renewed();
    setMade(new URL(path, location.origin).href);
  }
  async function makeFirst() {
    setWorking(true);
    setFailed(false);
    await make(false).catch(() => setFailed(true));
    setWorking(false);
  }
  async function revoke() {
    await api.call('DELETE /api/calendars/:side/', { params: { side } });
    setMade(undefined);
    await renewed();
  }
  return (
    <section className="grid gap-4 border-t border-line pt-5">
      {!alone && (
        <h3 className="font-semibold">
          {side === 'patient' ? <Trans>Visits as a patient</Trans> : <Trans>Visits as a provider</Trans>}
        </h3>
      )}
      {address === undefined ? (
        <Button
          variant="quiet"
          className="justify-self-start"
          aria-disabled={working}
          onClick={() => !working && void makeFirst()}
        >
          <Trans>Make a private address</Trans>
        </Button>
      ) : (
        <>
          {made === undefined ? (
            <p className="text-sm text-muted">
              <Trans>
                Made {when.moment(new Date(address.made_at), ownZone())}. It is not shown again; make a new one if you
                need it again.
              </Trans>
            </p>
          ) : (
            <NewAddress address={made} />
          )}
          <WhatItTells address={address} />
          <div className="flex flex-wrap gap-2">
            <Button variant="quiet" onClick={() => setAsking('renew')}>
              <Trans>Make a new address</Trans>
            </Button>
            <Button variant="danger" onClick={() => setAsking('revoke')}>
              <Trans>Remove the address</Trans>
            </Button>
          </div>
        </>
      )}
      {failed && (
        <Notice kind="danger">
          <Trans>The address was not made. Please try again.</Trans>
        </Notice>
      )}
      {asking !== undefined && (
        <ChangeDialog
          what={asking}
          send={asking === 'renew' ? () => make(address?.names ?? false) : revoke}
          onClose={() => setAsking(undefined)}
        />
      )}
      {dialog}
    </section>
  );
}
