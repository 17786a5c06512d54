import type { Provider } from '@carecommons/contract/providers';
import type { BookingTerms as Terms } from '@carecommons/contract/schedules';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { AgreesBySending } from '../../../components/agrees-by-sending.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { TextArea } from '../../../components/ui/text-area.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import type { CallError } from '../../../lib/calls/call.ts';
import { useNow } from '../../../lib/texts/now.ts';
import { useRole } from '../../../lib/session/role.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { instantOf, isOwnTime, wallTimeAt } from '../../../lib/texts/zoned.ts';
import { type BookingDraft, useBooking } from './use-booking.ts';
import { BookingFailure } from './failure.tsx';
import { SlotSteps } from './slot-steps.tsx';
import { BookingSummary } from './summary.tsx';
import { BookingTerms } from './terms.tsx';
import { selectedInstant } from './selected-time.ts';
import { KindStep } from './kind-step.tsx';
import { DayStep } from './day-step.tsx';
import { TimeStep } from './time-step.tsx';

const problemLength = 2000;

interface Props {
  provider: Provider;
  terms: Terms;
  draft: BookingDraft;
  /** Reads anew what holds for booking. */
  onKindChanged: () => Promise<void>;
}

/** Asks for a time in three steps on one page: out of the free ones where hours are published, else any. */
export function BookingRequest({ provider, terms, draft, onKindChanged }: Props) {
  const { t } = useLingui();
  const when = useWhen();
  const now = useNow();
  const role = useRole();
  const publishes = terms.publishes_hours;
  const {
    selected,
    choose,
    problem: written,
    write,
    isDraft,
    about,
    ...booking
  } = useBooking(provider, terms, draft, onKindChanged);
  const { kind, confirmedAtOnce } = about;
  const { submission, completeProfile } = booking;
  const { form, ready, running, problem, errorOf } = submission;
  const [answered, setAnswered] = useState<CallError>();
  const button = useRef<HTMLButtonElement>(null);
  const zone = provider.time_zone;
  const at = selectedInstant(selected, zone);
  // Zones that agree now may not on that day.
  const thatDay = selected.date === '' ? now : (at ?? instantOf({ date: selected.date, time: '12:00' }, zone));

  // The page rested behind the message, and could not take the focus.
  useEffect(() => {
    if (answered === undefined) return;
    const wrong = form.ref.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    (wrong ?? button.current)?.focus();
  }, [answered, form.ref]);

  const rest = (
    <>
      <fieldset className="grid min-w-0 gap-3">
        <legend className="mb-2 text-lg font-semibold">
          <Trans>3. What is it about?</Trans>
        </legend>
        <TextArea
          name="problem"
          label={<Trans>Problem</Trans>}
          optional={isDraft && <Trans>(your draft)</Trans>}
          hint={<Trans>A few words for the provider. Only the two of you can read them.</Trans>}
          placeholder={t`Such as: a rash on both hands for two weeks`}
          required
          maxLength={problemLength}
          defaultValue={written.current}
          onChange={({ target }) => write(target.value)}
          error={errorOf('problem')}
        />
      </fieldset>
      <div className="grid gap-4">
        <BookingSummary provider={provider} kind={kind} confirmedAtOnce={confirmedAtOnce} at={at} />
        <BookingTerms
          name={provider.name}
          terms={terms}
          kind={kind}
          confirmedAtOnce={confirmedAtOnce}
          at={at}
          zone={zone}
        />
        <AgreesBySending />
        <Button
          ref={button}
          type="submit"
          disabled={!ready || about.pending}
          aria-disabled={running}
          className="md:justify-self-start"
        >
          {confirmedAtOnce ? (
            running ? (
              <Trans>Booking...</Trans>
            ) : (
              <Trans>Book this visit</Trans>
            )
          ) : running ? (
            <Trans>Sending request...</Trans>
          ) : (
            <Trans>Send request</Trans>
          )}
        </Button>
      </div>
    </>
  );
  return (
    <form {...form} className="one-after-another grid gap-8">
      {role === 'unknown' && (
        <Notice kind="info">
          <p>
            <Trans>Providers take requests from people with a profile. It takes a minute.</Trans>
          </p>
          <Button variant="quiet" className="mt-2" onClick={completeProfile}>
            <Trans>Complete your profile</Trans>
          </Button>
        </Notice>
      )}
      {terms.kinds.length > 1 && kind !== undefined && (
        <KindStep kinds={terms.kinds} known={about.known} selected={kind.id} onChange={booking.chooseKind} />
      )}
      {publishes ? (
        <SlotSteps
          provider={provider.user}
          kind={kind === terms.kinds[0] ? undefined : kind?.id}
          zone={zone}
          horizonDays={terms.horizon_days}
          name="start"
          start={selected.start}
          onChange={(start) => choose({ start })}
          error={errorOf('start')}
        >
          {rest}
        </SlotSteps>
      ) : (
        <>
          <DayStep
            today={wallTimeAt(now, zone).date}
            date={selected.date}
            onChange={(date) => choose({ date })}
            error={errorOf('date')}
          />
          <TimeStep
            selected={selected}
            zone={zone}
            zoneName={isOwnTime(thatDay, zone) ? undefined : when.zoneName(thatDay, zone)}
            onChange={(time) => choose({ time })}
            error={errorOf('time')}
          />
          {rest}
        </>
      )}
      {problem !== undefined && problem !== answered && (
        <BookingFailure
          problem={problem}
          zone={zone}
          onChoose={(start) => {
            choose(publishes ? { start } : wallTimeAt(new Date(start), zone));
            setAnswered(problem);
          }}
          onCompleteProfile={completeProfile}
          onRetry={() => form.ref.current?.requestSubmit()}
          onClose={() => setAnswered(problem)}
        />
      )}
    </form>
  );
}
