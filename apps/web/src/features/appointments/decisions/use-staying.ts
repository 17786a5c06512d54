import type { Appointment } from '@carecommons/contract/appointments';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { after, type CompletedMove } from './make-move.ts';
import { readToasts } from './toasts.ts';
import { type Staying, withStaying } from './staying.ts';

export interface StayingRows {
  /** The rows, and between them what was decided a moment ago. */
  rows: Appointment[];
  /** Whether a row is there only because it was just decided. */
  isStaying: (id: number) => boolean;
  /** How high its card was, in pixels, so that nothing below it moves. */
  heightOf: (id: number) => number | undefined;
  onMake: (made: CompletedMove) => void;
  /** Keeps a row where it is that was decided in another way. */
  keep: (made: CompletedMove) => void;
  /** The list; each of its items names its row as `data-row`. */
  list: RefObject<HTMLUListElement | null>;
}

/**
 * Keeps what is decided in a list where it is, so that a second press never meets the next patient: until none of it can be
 * taken back any more, and neither the pointer nor the focus is in the list.
 */
export function useStaying(rows: readonly Appointment[], onMake: (made: CompletedMove) => void): StayingRows {
  const [staying, setStaying] = useState<readonly Staying[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const shown = withStaying(rows, staying);
  const settle = useEffectEvent(() => {
    const { done } = readToasts();
    const saidOf = ({ row }: Staying) => done.find(({ appointmentId }) => appointmentId === row.id);
    if (staying.some(saidOf) || isAt(list.current)) {
      const back = (one: Staying) => saidOf(one)?.move === 'undo' && rows.some(({ id }) => id === one.row.id);
      if (staying.some(back)) setStaying(staying.filter((one) => !back(one)));
    } else setStaying([]);
  });
  useEffect(() => {
    if (staying.length === 0) return;
    const timer = setInterval(settle, 500);
    return () => clearInterval(timer);
  }, [staying]);
  const stayingOf = (id: number) => staying.find(({ row }) => row.id === id);
  function keep(made: CompletedMove) {
    const { id } = made.appointment;
    const at = shown.findIndex((row) => row.id === id);
    const item = list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`);
    if (!item) return;
    const before = shown.slice(0, at).map((row) => row.id);
    const one: Staying = { row: after(made), before, height: item.offsetHeight };
    setStaying((present) => [...present.filter(({ row }) => row.id !== id), one]);
  }
  return {
    rows: shown,
    list,
    keep,
    isStaying: (id) => stayingOf(id) !== undefined && !rows.some((row) => row.id === id),
    heightOf: (id) => stayingOf(id)?.height,
    onMake(made) {
      keep(made);
      onMake(made);
    },
  };
}

// On a touch screen what was touched last counts as hovered for ever.
const isAt = (element: HTMLElement | null) =>
  element !== null &&
  (element.contains(document.activeElement) || (matchMedia('(hover: hover)').matches && element.matches(':hover')));
