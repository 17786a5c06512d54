import type { Provider } from '@carecommons/contract/providers';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { CallError } from '../../lib/call.ts';
import type { FieldErrors } from '../../lib/field-errors.ts';
import { useSubmit } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { useNavigate, useSearchText } from '../../lib/navigation.tsx';
import { currentUserQuery } from '../../lib/role.ts';
import { instantOf, type WallTime, wallTimeAt } from '../../lib/zoned.ts';
import { renewAppointments, showAppointment } from './api.ts';

/** What is filled in so far; empty where nothing is. */
export interface Draft extends WallTime {
  /** One of the provider's free times, as the server named it: in place of day and time, where hours are published. */
  start: string;
  problem: string;
}

/** The chosen instant, if there is one. */
export function chosenAt({ date, time, start }: Draft, zone: string): Date | undefined {
  if (start !== '') return new Date(start);
  return date === '' || time === '' ? undefined : instantOf({ date, time }, zone);
}

const keptForMs = 3_600_000;

/** A request to a provider while it is being written, and its sending. */
export function useBooking({ user: provider, time_zone: zone }: Provider, publishesHours: boolean) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const named = useSearchText('at');
  const draftKey = ['me', 'booking-draft', provider];
  const [draft, setDraft] = useState<Draft>(
    () => queries.getQueryData<Draft>(draftKey) ?? { ...timeAt(named, zone, publishesHours), problem: '' },
  );

  const submission = useSubmit(
    async () => {
      const { user_id } = await queries.fetchQuery(currentUserQuery(api));
      const { date, time, start, problem } = draft;
      const body = {
        user: user_id,
        healthcare_provider: provider,
        // The local time of the provider's zone, where it is not one of the free times.
        appointment_datetime: publishesHours ? start : `${date}T${time}`,
        problem,
      };
      const made = await api
        .call('POST /api/appointments/create/', { body, idempotencyKey: keyFor(body) })
        .catch((error: unknown) => {
          // Whatever was wrong with it, others may have taken some of the times.
          void queries.invalidateQueries({ queryKey: ['slots', provider] });
          return underTime(error, publishesHours ? 'start' : 'time');
        });
      showAppointment(queries, made);
      renewAppointments(queries);
      queries.removeQueries({ queryKey: draftKey });
      // Going back leads to where one chose the provider, not to a form that was sent.
      navigate(`/appointment/${made.id}`, { replace: true });
    },
    (): FieldErrors => {
      const at = chosenAt(draft, zone);
      const field = publishesHours ? 'start' : 'time';
      if (publishesHours && draft.start === '') return new Map([[field, t`Please choose a time.`]]);
      const past = at !== undefined && at <= new Date();
      return new Map(past ? [[field, t`That time is past. Please choose one that is still to come.`]] : []);
    },
  );

  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    submission,
    /** Leaves for the profile form, and comes back to what was filled in. */
    completeProfile() {
      queries.setQueryDefaults(draftKey, { gcTime: keptForMs });
      queries.setQueryData(draftKey, draft);
      navigate('/register/user/basic', { state: { next: `/books/${provider}` } });
    },
  };
}

/** A time that the address names, such as one of the free ones instead of a declined one, as what is filled in. */
function timeAt(at = '', zone: string, publishesHours: boolean): Omit<Draft, 'problem'> {
  const none = { date: '', time: '', start: '' };
  if (Number.isNaN(Date.parse(at))) return none;
  return publishesHours ? { ...none, start: at } : { ...none, ...wallTimeAt(new Date(at), zone) };
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
