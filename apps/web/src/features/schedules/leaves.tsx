import type { Appointment } from '@carecommons/contract/appointments';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { leavesQuery } from './api.ts';
import { LeaveConfirmation } from './leave-confirmation.tsx';
import { LeaveForm, type PlannedLeave } from './leave-form.tsx';
import { LeaveRow } from './leave-row.tsx';

/** When the person is away: those leaves that are planned, and the way to one more. */
export function Leaves({ zone }: { zone: string }) {
  const [step, setStep] = useState<'plan' | { visits: Appointment[] }>();
  const [planned, setPlanned] = useState<PlannedLeave>();
  const [cancelled, setCancelled] = useState<number>();
  function close() {
    setStep(undefined);
    setPlanned(undefined);
  }
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 tabIndex={-1} className="text-xl">
          <Trans>Leave</Trans>
        </h2>
        <Button variant="quiet" onClick={() => setStep('plan')}>
          <CalendarOff size={20} aria-hidden />
          <Trans>Take leave</Trans>
        </Button>
      </div>
      {cancelled !== undefined && (
        <Notice kind="success">
          <Plural
            value={cancelled}
            _0="Your leave is saved. It affected no visits."
            one="Your leave is saved. # visit was cancelled and its patient told."
            other="Your leave is saved. # visits were cancelled and their patients told."
          />
        </Notice>
      )}
      <List zone={zone} />
      {step === 'plan' && (
        <LeaveForm
          start={planned}
          zone={zone}
          onPlanned={(leave, visits) => {
            setPlanned(leave);
            setStep({ visits });
          }}
          onClose={close}
        />
      )}
      {typeof step === 'object' && planned !== undefined && (
        <LeaveConfirmation
          leave={planned}
          visits={step.visits}
          onTaken={(count) => {
            setCancelled(count);
            close();
          }}
          onBack={() => setStep('plan')}
        />
      )}
    </section>
  );
}

function List({ zone }: { zone: string }) {
  const list = useQuery(leavesQuery(useApi()));
  return (
    <QueryList
      list={list}
      coming={<Skeleton className="h-16" />}
      failure={<Trans>Your leaves could not be loaded.</Trans>}
      empty={
        <p className="text-muted">
          <Trans>No leave is planned.</Trans>
        </p>
      }
    >
      {(leaves) => (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {leaves.map((leave) => (
            <LeaveRow key={leave.id} leave={leave} zone={zone} />
          ))}
        </ul>
      )}
    </QueryList>
  );
}
