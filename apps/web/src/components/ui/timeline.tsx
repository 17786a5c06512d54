import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListPage } from '../../lib/calls/call.ts';
import { mergedLists, type Moment } from '../../lib/calls/merged.ts';
import { Link } from '../../lib/navigation.tsx';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone, wallTimeAt } from '../../lib/texts/zoned.ts';
import { QueryList } from './query-list.tsx';

/** Something that happened, as it stands on a timeline. */
export interface TimelineEntry extends Moment {
  icon: LucideIcon;
  /** What kind of thing it is, in a word. */
  kind: string;
  title: string;
  /** Where it leads. */
  to: string;
  /** By whose clocks it is that day; the reader's where none is named. */
  zone?: string;
  /** Whether it did not take place. */
  struck?: boolean;
  /** What else there is to say, and how it stands. */
  children?: ReactNode;
}

/** One of the lists that are drawn as one: as it comes page by page, and as entries. */
export interface TimelineSource {
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<ListPage<unknown>>>,
    'error' | 'isPending' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'refetch'
  >;
  entries: readonly TimelineEntry[];
}

interface Props {
  sources: readonly TimelineSource[];
  empty: ReactNode;
  failure: ReactNode;
}

/** Several lists as one line, newest first, by month. */
export function Timeline({ sources, empty, failure }: Props) {
  const isPending = sources.some(({ list }) => list.isPending);
  const failed = sources.filter(({ list }) => list.error !== null);
  const known = sources.map(({ list, entries }) => ({ rows: entries, more: list.hasNextPage }));
  const { rows, behind } = mergedLists(known);
  const lists = behind.flatMap((at) => sources[at]?.list ?? []);
  const list = {
    // That there is nothing is known only where all of them have come.
    data: isPending || (rows.length === 0 && failed.length > 0) ? undefined : rows,
    error: isPending ? null : (failed[0]?.list.error ?? null),
    refetch: () => failed.map((one) => one.list.refetch()),
    hasNextPage: lists.length > 0,
    isFetchingNextPage: lists.some((one) => one.isFetchingNextPage),
    fetchNextPage: () => lists.map((one) => one.fetchNextPage()),
  };
  return (
    <QueryList list={list} className="gap-6" failure={failure} empty={empty}>
      {(entries) => <Months entries={entries} />}
    </QueryList>
  );
}

function Months({ entries }: { entries: readonly TimelineEntry[] }) {
  const when = useWhen();
  const months = Map.groupBy(entries, ({ at, zone }) => wallTimeAt(new Date(at), zone).date.slice(0, 7));
  return [...months].map(([month, those]) => (
    <section key={month} className="grid gap-3">
      <h2 className="text-lg">{when.month(new Date(`${month}-15T12:00Z`), 'UTC')}</h2>
      <ol className="ms-5 grid gap-4 border-s-2 border-line">
        {those.map((entry) => (
          <Entry key={entry.key} entry={entry} />
        ))}
      </ol>
    </section>
  ));
}

function Entry({
  entry: { icon: Icon, kind, title, at, zone = ownZone(), to, struck = false, children },
}: {
  entry: TimelineEntry;
}) {
  const when = useWhen();
  return (
    <li className="relative ps-8">
      <span className="absolute -start-5 top-1 grid size-10 place-items-center rounded-full border-2 border-line bg-surface text-primary">
        <Icon size={20} aria-hidden />
      </span>
      <div className="grid gap-1 rounded-card border border-line bg-surface p-4">
        <p className="text-sm text-muted">
          <span className="font-semibold">{kind}</span>
          {' · '}
          <time dateTime={at}>{when.day(new Date(at), zone)}</time>
        </p>
        <h3 className="text-base">
          <Link
            to={to}
            className="inline-flex min-h-11 items-center wrap-anywhere hover:text-primary hover:underline hover:underline-offset-4"
          >
            {struck ? <s className="text-muted">{title}</s> : title}
          </Link>
        </h3>
        {children}
      </div>
    </li>
  );
}
