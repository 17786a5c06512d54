import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Card } from '../../components/ui/card.tsx';
import { Duration } from '../../components/ui/duration.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { bookingTermsQuery } from '../../lib/booking-terms.ts';
import { usePerson } from '../../lib/session/role.ts';
import { useLiveWaits, useRenewWaits, waitQuery } from './api.ts';
import { JoinForm } from './join-form.tsx';
import { Waits } from './waits.tsx';

/** For whom no free time suits: to be told when another one becomes free. */
export function WaitForTime({ provider }: { provider: { user: number; name: string } }) {
  const id = useId();
  const person = usePerson();
  const renew = useRenewWaits();
  useLiveWaits();
  const own = person === undefined || person.user_id === provider.user;
  const api = useApi();
  const { data } = useQuery({ ...waitQuery(api, provider.user), enabled: !own });
  const { data: terms } = useQuery({ ...bookingTermsQuery(api, provider.user), enabled: data?.open === true });
  const [joining, setJoining] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  function close() {
    setJoining(false);
    // What had the focus goes.
    heading.current?.focus();
  }
  // A list that is closed is no offer, and nobody waits for themselves.
  if (own || data === undefined || (!data.open && data.wait === null)) return null;
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-4">
        <div className="grid gap-1">
          <h2 ref={heading} id={id} tabIndex={-1} className="text-lg">
            {data.wait === null ? <Trans>No time that suits you?</Trans> : <Trans>You are on the waiting list</Trans>}
          </h2>
          <p className="text-muted">
            <Trans>
              When somebody gives up a time, it is offered to one person after the other. When you accept it, it is
              confirmed.
            </Trans>
            {terms !== undefined && (
              <>
                {' '}
                <Trans>
                  Each person has up to <Duration minutes={terms.offer_minutes} /> to accept it.
                </Trans>
              </>
            )}
          </p>
        </div>
        {data.wait !== null && <Waits waits={[data.wait]} />}
        {data.wait === null && !joining && (
          <Button variant="quiet" className="justify-self-start" onClick={() => setJoining(true)}>
            <BellRing size={20} aria-hidden />
            <Trans>Tell me when one is free</Trans>
          </Button>
        )}
        {data.wait === null && joining && (
          <JoinForm
            provider={provider.user}
            onJoined={async () => {
              await renew();
              close();
            }}
            onCancel={close}
          />
        )}
      </Card>
    </section>
  );
}
