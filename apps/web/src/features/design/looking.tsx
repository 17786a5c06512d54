import { CalendarCheck, FileText } from 'lucide-react';
import { DayBars } from '../../components/ui/day-bars.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { Timeline, type TimelineEntry } from '../../components/ui/timeline.tsx';
import { WaitingLine } from '../../components/waiting-line.tsx';
import { longName } from './samples.ts';
import { Section, State, States } from './shown.tsx';

const days = Array.from({ length: 30 }, (_, day) => new Date(Date.UTC(2026, 9, 26 + day)).toISOString().slice(0, 10));
const entries: TimelineEntry[] = [
  { key: 'visit', at: '2026-11-20T05:00:00Z', icon: CalendarCheck, kind: 'Visit', title: longName, to: '/design' },
  {
    key: 'report',
    at: '2026-10-30T05:00:00Z',
    icon: FileText,
    kind: 'Report',
    title: 'Lipid profile',
    to: '/design',
    children: <p>Your cholesterol is lower than in spring.</p>,
  },
];
const list = {
  error: null,
  isPending: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: async () => Promise.reject(new Error('All of it is there.')),
  refetch: async () => Promise.reject(new Error('All of it is there.')),
};

/** What is looked at rather than read: counts, the past, and how far something is. */
export function Looking() {
  return (
    <Section id="looking" title="Counts, the past, and how far something is">
      <States>
        <State name="counts by day">
          <DayBars title="Visits asked for" days={days} counts={days.map((_, day) => (day * 7) % 12)} />
        </State>
        <State name="no counts">
          <DayBars title="Emails given up" days={days} counts={days.map(() => 0)} />
        </State>
        <State name="not begun, under way, done, and of unknown length">
          {[0, 0.4, 1, undefined].map((part) => (
            <ProgressBar key={String(part)} label="Uploading" part={part} />
          ))}
        </State>
        <State name="the past as one line">
          <Timeline sources={[{ list, entries }]} empty="" failure="" />
        </State>
        <State name="something waits to be sent">
          <WaitingLine>One answer waits.</WaitingLine>
        </State>
      </States>
    </Section>
  );
}
