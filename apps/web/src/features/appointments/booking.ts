import type { Provider } from '@carecommons/contract/providers';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { CallError } from '../../lib/call.ts';
import type { FieldErrors } from '../../lib/field-errors.ts';
import { useSubmit } from '../../lib/form.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { useNavigate } from '../../lib/navigation.tsx';
import { currentUserQuery } from '../../lib/role.ts';
import { instantOf, type WallTime } from '../../lib/zoned.ts';
import { renewAppointments, showAppointment } from './api.ts';

/** What is filled in so far; empty where nothing is. */
export interface Draft extends WallTime {
  problem: string;
}

const keptForMs = 3_600_000;

/** A request to a provider while it is being written, and its sending. */
export function useBooking({ user: provider, time_zone: zone }: Provider) {
  const { t } = useLingui();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useIdempotencyKey();
  const draftKey = ['me', 'booking-draft', provider];
  const [draft, setDraft] = useState<Draft>(
    () => queries.getQueryData<Draft>(draftKey) ?? { date: '', time: '', problem: '' },
  );

  const submission = useSubmit(
    async () => {
      const { user_id } = await queries.fetchQuery(currentUserQuery(api));
      const { date, time, problem } = draft;
      // The local time of the provider's zone.
      const body = { user: user_id, healthcare_provider: provider, appointment_datetime: `${date}T${time}`, problem };
      const made = await api
        .call('POST /api/appointments/create/', { body, idempotencyKey: keyFor(body) })
        .catch(underTime);
      showAppointment(queries, made);
      renewAppointments(queries);
      queries.removeQueries({ queryKey: draftKey });
      // Going back leads to where one chose the provider, not to a form that was sent.
      navigate(`/appointment/${made.id}`, { replace: true });
    },
    (): FieldErrors => {
      const past = draft.date !== '' && draft.time !== '' && instantOf(draft, zone) <= new Date();
      return new Map(past ? [['time', t`That time is past. Please choose one that is still to come.`]] : []);
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

/** The server names the field as the call does; here it is the time that stands for both. */
function underTime(error: unknown): never {
  if (!(error instanceof CallError)) throw error;
  const errors = error.errors.map(({ field, message }) => ({
    field: field === 'appointment_datetime' ? 'time' : field,
    message,
  }));
  throw new CallError(error.status, {
    code: error.code,
    message: error.message,
    errors,
    free_times: [...error.freeTimes],
  });
}
