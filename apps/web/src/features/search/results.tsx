import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { RowsComing } from '../../components/ui/skeleton.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { searchQuery } from './api.ts';
import { type Group, useGroups } from './groups.tsx';
import { useSearchWords } from './words.ts';

/** All that a search finds, kind by kind. While another search runs, what the last one found stays. */
export function SearchResults({ q }: { q: string }) {
  const words = useSearchWords();
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...searchQuery(useApi(), q, 20),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const groups = useGroups(data, q);
  if (q === '') return <p className="text-muted">{words.hint}</p>;
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <div className="grid gap-6" aria-busy={isPlaceholderData}>
      <p role="status" className="text-muted">
        {data === undefined ? error === null && words.searching : count === 0 ? words.nothing(q) : words.results(count)}
      </p>
      {error !== null && <LoadFailure title={words.failed} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <RowsComing />}
      {data !== undefined && count === 0 && (
        <EmptyState
          title={words.nothing(q)}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink to="/help">
                <Trans>Go to the help centre</Trans>
              </ButtonLink>
              <ButtonLink to="/speciality" variant="quiet">
                <Trans>Browse specialities</Trans>
              </ButtonLink>
            </div>
          }
        >
          {words.help}
        </EmptyState>
      )}
      <div className={`grid gap-8 ${isPlaceholderData ? 'opacity-60' : ''}`}>
        {groups.map((group) => (
          <Kind key={group.name} group={group} />
        ))}
      </div>
    </div>
  );
}

function Kind({ group: { name, icon: Icon, hits, all } }: { group: Group }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="flex items-center gap-2 text-xl">
        <Icon size={20} className="shrink-0 text-muted" aria-hidden />
        {name}
      </h2>
      <ul className="grid divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {hits.map(({ to, title, detail }) => (
          <li key={to} className="min-w-0">
            <Link to={to} className="grid min-h-12 content-center px-4 py-2 hover:bg-raised">
              <span dir="auto" className="font-medium wrap-anywhere text-primary">
                {title}
              </span>
              {detail && <span className="text-sm wrap-anywhere text-muted">{detail}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {all && (
        <Link
          to={all.to}
          className="inline-flex min-h-11 items-center gap-1 justify-self-start font-semibold wrap-anywhere text-primary underline-offset-4 hover:underline"
        >
          {all.label}
          <ArrowRight size={20} className="shrink-0 rtl:-scale-x-100" aria-hidden />
        </Link>
      )}
    </section>
  );
}
