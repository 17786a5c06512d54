import type { Appointment } from '@carecommons/contract/appointments';
import { useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import { useNow } from '../../../lib/texts/now.ts';
import { usePatientName } from '../../../lib/texts/patient-name.ts';
import { useWhen } from '../../../lib/texts/when.ts';
import { useStateOf } from '../visit/status-badge.tsx';

// The edge that is thicker, and for requests broken, tells them apart without colour.
const variants = {
  waiting: 'border-accent border-dashed bg-accent-soft',
  good: 'border-success bg-success-soft',
  bad: 'border-danger bg-danger-soft',
  quiet: 'border-control bg-raised',
  hint: 'border-info bg-info-soft',
} as const;

const inDay =
  'absolute top-(--at) start-(--lane) h-(--long) w-(--wide) flex-wrap content-start items-start overflow-hidden py-0.5';
// On a phone a row below the others, on a desk at its place.
const inWeek =
  'min-h-11 flex-wrap items-center py-1 md:absolute md:top-(--at) md:start-(--lane) md:h-(--long) md:w-(--wide) md:min-h-0 md:flex-col md:flex-nowrap md:items-start md:justify-start md:overflow-hidden md:px-1 md:py-0 md:text-xs';

/** Where something is drawn in its day, as parts of the whole. */
export type Spot = CSSProperties & { '--at': string; '--long': string; '--lane': string; '--wide': string };

interface Props {
  visit: Appointment;
  zone: string;
  spot: Spot;
  /** Whether there is little room: seven days beside each other. */
  narrow: boolean;
  open: boolean;
  /** Whether the Tab key leads to it. */
  reachable: boolean;
  onFocus: () => void;
  onOpen: () => void;
}

/** A visit in the calendar: its mark, its time, its patient and its state in words. */
export function CalendarVisit({ visit, zone, spot, narrow, open, reachable, onFocus, onOpen }: Props) {
  const { t } = useLingui();
  const patientName = usePatientName();
  const when = useWhen();
  const now = useNow();
  const [variant, Icon, word] = useStateOf('provider')(visit);
  const past = new Date(visit.ends_at) <= now;
  const [from, to] = [visit.appointment_datetime, visit.ends_at].map((at) => when.time(new Date(at), zone));
  return (
    <button
      type="button"
      data-visit={visit.id}
      tabIndex={reachable ? 0 : -1}
      aria-haspopup="dialog"
      aria-expanded={open}
      style={spot}
      onFocus={onFocus}
      onClick={onOpen}
      className={`flex min-w-0 gap-x-2 rounded-control border border-s-4 px-2 text-start text-sm hover:shadow-float focus-visible:z-10 ${variants[past ? 'quiet' : variant]} ${narrow ? inWeek : inDay}`}
    >
      <span className="tabular inline-flex items-center gap-1 whitespace-nowrap">
        <Icon size={16} className="shrink-0" aria-hidden />
        <span>
          {from}
          <span className={narrow ? 'md:sr-only' : ''}>–{to}</span>
        </span>
      </span>
      <span className="max-w-full min-w-0 truncate font-semibold">{patientName(visit.user)}</span>
      <span className={narrow ? 'md:sr-only' : 'truncate'}>
        {word}
        {past && ` · ${t`past`}`}
      </span>
    </button>
  );
}
