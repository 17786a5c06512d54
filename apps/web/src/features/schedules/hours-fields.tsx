import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import { Wrong } from '../../components/ui/wrong.tsx';
import type { HoursRow } from './hours.ts';

// As many as the server takes for one day.
const timesAtMost = 12;
const fiveMinutes = 300;
/** What one begins with where there is nothing. */
export const usualHours = { from: '09:00', to: '17:00' };

interface Props {
  rows: HoursRow[];
  onChange: (rows: HoursRow[]) => void;
  /** What is wrong with a field: `from-2`, `to-2`, or `hours` for all of them. */
  errorOf: (name: string) => string | undefined;
}

/** The times of one day: each from and to, to add to and to take from. */
export function HoursFields({ rows, onChange, errorOf }: Props) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const moved = useRef<'added' | 'removed'>(undefined);
  // The pressed button may be gone, or what it was pressed for stands elsewhere.
  useEffect(() => {
    if (moved.current === undefined) return;
    const inputs = list.current?.querySelectorAll<HTMLElement>('input') ?? [];
    const next = moved.current === 'added' ? inputs[inputs.length - 2] : inputs[0];
    (next ?? list.current?.querySelector('button'))?.focus();
    moved.current = undefined;
  }, [rows.length]);

  function change(key: number, part: Partial<HoursRow>) {
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  }
  function add() {
    moved.current = 'added';
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, ...(rows.length === 0 ? usualHours : { from: '', to: '' }) }]);
  }
  function remove(key: number) {
    moved.current = 'removed';
    onChange(rows.filter((row) => row.key !== key));
  }

  const error = errorOf('hours');
  return (
    <div ref={list} className="grid gap-3">
      {rows.map(({ key, from, to }, at) => (
        <div
          key={key}
          role="group"
          aria-label={t`Time ${at + 1}`}
          // On a phone the pressed field opens its clock, and the mark of it would cover the time.
          className="flex items-start gap-2 [&_input]:min-w-0 max-sm:[&_input::-webkit-calendar-picker-indicator]:hidden"
        >
          <div className="min-w-0 flex-1">
            <TextField
              type="time"
              name={`from-${key}`}
              label={<Trans>From</Trans>}
              step={fiveMinutes}
              required
              value={from}
              onChange={({ target }) => change(key, { from: target.value })}
              error={errorOf(`from-${key}`)}
            />
          </div>
          <div className="min-w-0 flex-1">
            <TextField
              type="time"
              name={`to-${key}`}
              label={<Trans>To</Trans>}
              step={fiveMinutes}
              required
              value={to}
              onChange={({ target }) => change(key, { to: target.value })}
              error={errorOf(`to-${key}`)}
            />
          </div>
          <button
            type="button"
            aria-label={t`Remove time ${at + 1}`}
            onClick={() => remove(key)}
            className="mt-7 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-primary hover:bg-primary-soft"
          >
            <Trash2 size={20} aria-hidden />
          </button>
        </div>
      ))}
      {error !== undefined && <Wrong>{error}</Wrong>}
      {rows.length < timesAtMost && (
        <Button variant="quiet" className="justify-self-start" onClick={add}>
          <Plus size={20} aria-hidden />
          {rows.length === 0 ? <Trans>Add hours</Trans> : <Trans>Add another time</Trans>}
        </Button>
      )}
    </div>
  );
}
