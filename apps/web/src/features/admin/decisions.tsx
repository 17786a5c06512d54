import type { DecisionOfAccount, FullPerson } from '@carecommons/contract/administration';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Card } from '../../components/ui/card.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link } from '../../lib/navigation.tsx';
import { decisionsQuery } from './api.ts';
import { useWords } from './words.ts';

/** What was decided about an account, by whom and why. */
export function Decisions({ person: { id } }: { person: FullPerson }) {
  const list = useInfiniteQuery(decisionsQuery(useApi(), id));
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">
        <Trans>What was decided</Trans>
      </h2>
      <QueryList
        list={list}
        failure={<Trans>This list could not be loaded.</Trans>}
        empty={
          <p className="text-muted">
            <Trans>Nothing so far.</Trans>
          </p>
        }
      >
        {(rows) => (
          <ol className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id} className="py-3">
                <Decision row={row} />
              </li>
            ))}
          </ol>
        )}
      </QueryList>
    </Card>
  );
}

function Decision({ row: { decision, grant, expires_at, reason, by, decided_at } }: { row: DecisionOfAccount }) {
  const words = useWords();
  return (
    <>
      <p className="font-semibold">
        {words.decisions[decision]}
        {grant !== null && `: ${words.grants[grant]}`}
        {expires_at !== null && (
          <>
            {', '}
            <Trans>until {words.moment(expires_at)}</Trans>
          </>
        )}
      </p>
      {reason !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {reason}
        </p>
      )}
      <p className="text-sm text-muted">
        <time dateTime={decided_at}>{words.moment(decided_at)}</time>
        {' · '}
        {by === null ? (
          <Trans>at the command line</Trans>
        ) : (
          <Link to={`/admin/users/${by.id}`} className="underline underline-offset-4">
            <bdi>{by.username}</bdi>
          </Link>
        )}
      </p>
    </>
  );
}
