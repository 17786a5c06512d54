import type { Provider } from '@carecommons/contract/providers';
import type { BookingTerms } from '@carecommons/contract/schedules';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '../../../lib/calls/api.ts';
import { CallError } from '../../../lib/calls/call.ts';
import type { useDraft } from '../../../lib/kept/drafts.ts';
import { signedInPerson } from '../../../lib/session/personal-data.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { textOf, useSubmit } from '../../../lib/form.ts';
import { useIdempotencyKey } from '../../../lib/kept/idempotency.ts';
import { useNavigate, useSearchText } from '../../../lib/navigation.tsx';
import { currentUserQuery } from '../../../lib/session/role.ts';
import { renewAppointments, showAppointment } from '../api.ts';
import { knownPatientQuery } from './api.ts';
import { useKind } from './use-kind.ts';
import { justSent } from '../visit/sent-note.tsx';
import { type SelectedTime, selectedInstant, initialSelection, type RequestDraft } from './selected-time.ts';

export type BookingDraft = ReturnType<typeof useDraft<RequestDraft>>;

/** A request to a provider while it is being written, and its sending; it begins with the draft where there is one. */
export function useBooking(
  { user: provider, time_zone: zone }: Provider,
  { publishes_hours: publishesHours, kinds }: BookingTerms,
  { found, save: saveDraft, drop }: BookingDraft,
  onKindChanged: () => Promise<void>,
) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const [writer] = useState(signedInPerson);
  const named = useSearchText('at');
  const [selected, setSelected] = useState(() =>
    initialSelection(named, found?.content, { zone, publishesHours, now: new Date() }),
  );
  // Its letters are not in the state: what they are written beside stays as it is.
  const problem = useRef(found?.content.problem ?? '');
  const [isDraft, setIsDraft] = useState(Boolean(found?.content.problem));
  const about = useKind(provider, kinds, found?.content.kind);
  const { kind, confirmedAtOnce } = about;

  function saveSelection(present: SelectedTime, ofKind = kind?.id) {
    const filled = { ...present, problem: problem.current };
    const isEmpty = Object.values(filled).every((text) => text.trim() === '');
    saveDraft(isEmpty ? undefined : { ...filled, kind: ofKind });
  }

  const submission = useSubmit(
    async (values) => {
      const reader = signedInPerson();
      if (reader !== undefined && writer !== undefined && reader !== writer) {
        const message = t`Somebody else is signed in here now. Sign in as yourself again to send your request.`;
        throw new CallError(0, { code: 'another_person', message, errors: [] });
      }
      const { user_id } = await queries.fetchQuery(currentUserQuery(api));
      const { date, time, start } = selected;
      const body = {
        user: user_id,
        healthcare_provider: provider,
        // The local time of the provider's zone, where it is not one of the free times.
        appointment_datetime: publishesHours ? start : `${date}T${time}`,
        problem: textOf(values, 'problem'),
        ...(kind && {
          kind: kind.id,
          as_read: { minutes: kind.minutes, fee: kind.fee, confirmed_at_once: confirmedAtOnce },
        }),
      };
      const made = await api
        .call('POST /api/appointments/create/', { body, idempotencyKey: keyFor(body) })
        .catch(async (error: unknown) => {
          if (error instanceof CallError && error.code === 'kind_changed') {
            // What holds now is read before the same is sent again.
            void queries.invalidateQueries(knownPatientQuery(api, provider));
            await onKindChanged().catch(() => undefined);
          }
          // Whatever was wrong with it, others may have taken some of the times.
          void queries.invalidateQueries({ queryKey: ['slots', provider] });
          return underTime(error, publishesHours ? 'start' : 'time');
        });
      showAppointment(queries, made);
      renewAppointments(queries);
      drop();
      // Going back leads to where one chose the provider, not to a form that was sent.
      navigate(`/appointment/${made.id}`, { replace: true, state: justSent });
    },
    (): FieldErrors => {
      const at = selectedInstant(selected, zone);
      const field = publishesHours ? 'start' : 'time';
      if (publishesHours && selected.start === '') return new Map([[field, t`Please choose a time.`]]);
      const past = at !== undefined && at <= new Date();
      return new Map(past ? [[field, t`That time has passed. Please choose one in the future.`]] : []);
    },
  );

  return {
    selected,
    choose(part: Partial<SelectedTime>) {
      const present = { ...selected, ...part };
      setSelected(present);
      saveSelection(present);
    },
    problem,
    write(text: string) {
      problem.current = text;
      setIsDraft(false);
      saveSelection(selected);
    },
    /** Whether the problem is a draft from before, as it was left. */
    isDraft,
    submission,
    about,
    /** Another kind has other free times. */
    chooseKind(id: number) {
      const present = { ...selected, start: '' };
      setSelected(present);
      about.choose(id);
      saveSelection(present, id);
    },
    /** Leaves for the profile form, and comes back to what was filled in. */
    completeProfile() {
      saveSelection(selected);
      // It leads back here: behind it is where one chose the provider.
      navigate('/register/user/basic', { state: { next: `/books/${provider}` }, replace: true });
    },
  };
}

/** The server names the field as the call does; here it is the one in which the time was chosen. */
function underTime(error: unknown, chosenIn: 'start' | 'time'): never {
  if (!(error instanceof CallError)) throw error;
  const errors = error.errors.map(({ field, message }) => ({
    field: field === 'appointment_datetime' ? chosenIn : field,
    message,
  }));
  throw new CallError(error.status, {
    code: error.code,
    message: error.message,
    errors,
    free_times: [...error.freeTimes],
  });
}
