import type { Hours } from '@carecommons/contract/schedule-rules';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { CallError } from '../../lib/calls/call.ts';
import { hoursOf, rowsOf, wrongHours } from './hours.ts';

/** The hours of a day while they are being filled in. */
export function useHours(saved: readonly Hours[]) {
  const { t } = useLingui();
  const [rows, setRows] = useState(() => rowsOf(saved));
  return {
    rows,
    setRows,
    hours: () => hoursOf(rows),
    /** What is wrong with which field. */
    check: (): [name: string, sentence: string][] =>
      [...wrongHours(rows)].map(([key, wrong]) =>
        wrong === 'backwards'
          ? [`to-${key}`, t`The end is before the beginning.`]
          : [`from-${key}`, t`This overlaps with another time.`],
      ),
  };
}

/** The server names the list that holds all days; here it is the one that is open. */
export function underHours(error: unknown): never {
  if (!(error instanceof CallError)) throw error;
  const errors = error.errors.map(({ field, message }) => ({
    field: /^(weekly|dated)/.test(field) ? (field.endsWith('.day') ? 'day' : 'hours') : field,
    message,
  }));
  throw new CallError(error.status, { code: error.code, message: error.message, errors });
}
