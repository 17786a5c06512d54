import type { CalendarAddress } from '@carecommons/contract/calendars';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Notice } from '../../components/ui/notice.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { useInTurn } from '../../lib/in-turn.ts';
import { calendarAddressesQuery } from './api.ts';

/** Whether an address tells times alone, or also with whom and where. */
export function WhatItTells({ address }: { address: CalendarAddress }) {
  const api = useApi();
  const queries = useQueryClient();
  const id = useId();
  const inTurn = useInTurn();
  const [wanted, setWanted] = useState<boolean>();
  const [failed, setFailed] = useState(false);
  const names = wanted ?? address.names;

  async function choose(next: boolean) {
    // Shown at once; what stands on the server takes its place.
    setWanted(next);
    setFailed(false);
    const { last } = await inTurn(async () => {
      const change = api.call('PUT /api/calendars/:side/', { params: { side: address.side }, body: { names: next } });
      await change.catch(() => setFailed(true));
      await queries.invalidateQueries(calendarAddressesQuery(api));
    });
    if (last) setWanted(undefined);
  }
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">
        <Trans>What it tells</Trans>
      </legend>
      <Way
        name={id}
        checked={!names}
        onChoose={() => void choose(false)}
        hint={<Trans>Each visit is called “Busy”.</Trans>}
      >
        <Trans>Times only</Trans>
      </Way>
      <Way
        name={id}
        checked={names}
        onChoose={() => void choose(true)}
        hint={<Trans>Whoever sees your calendar sees them too, for example at work.</Trans>}
      >
        <Trans>Names and places too</Trans>
      </Way>
      {failed && (
        <Notice kind="danger">
          <Trans>That was not saved. Please try again.</Trans>
        </Notice>
      )}
    </fieldset>
  );
}

interface WayProps {
  /** Of the choice of which it is one. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  hint: ReactNode;
  children: ReactNode;
}

function Way({ name, checked, onChoose, hint, children }: WayProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        className="mt-1 size-5 shrink-0 accent-primary"
      />
      <span className="grid">
        <span id={`${id}-name`}>{children}</span>
        <span id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </span>
      </span>
    </label>
  );
}
