import type { AdministeredPerson } from '@carecommons/contract/administration';
import { type Grant, grants as allGrants } from '@carecommons/contract/endpoint';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ban, KeyRound } from 'lucide-react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { SearchForm } from '../../components/search-form.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { Link, useNavigate, useSearchText } from '../../lib/navigation.tsx';
import { peopleQuery } from './api.ts';
import { AdminFrame } from './frame.tsx';
import { useWords } from './words.ts';

/** Everybody who has an account, found by how the username or the email address begins, or by a grant. */
export function People() {
  const { t } = useLingui();
  return (
    <AdminFrame title={t`People`} grant="administrator">
      <Found />
    </AdminFrame>
  );
}

const isGrant = (name: string | undefined): name is Grant => allGrants.some((one) => one === name);

function Found() {
  const { t } = useLingui();
  const words = useWords();
  const navigate = useNavigate();
  const q = useSearchText('q');
  const grantText = useSearchText('grant');
  const grant = isGrant(grantText) ? grantText : undefined;
  const list = useInfiniteQuery(peopleQuery(useApi(), q, grant));
  const show = (next: Record<string, string | undefined>) => {
    const given = Object.entries({ q, grant, ...next }).filter(([, value]) => value !== undefined && value !== '');
    navigate(`/admin/users?${new URLSearchParams(given as [string, string][]).toString()}`);
  };
  return (
    <>
      <div className="grid gap-4">
        <SearchForm
          key={q}
          action="/admin/users"
          label={<Trans>Search by the beginning of a username or an email address</Trans>}
          placeholder={t`asha`}
          text={q}
          onSearch={(text) => show({ q: text })}
        />
        <div role="group" aria-label={t`Who holds`} className="flex flex-wrap gap-2">
          {[undefined, ...allGrants].map((one) => (
            <button
              key={one ?? 'all'}
              type="button"
              aria-pressed={one === grant}
              onClick={() => show({ grant: one })}
              className="inline-flex min-h-11 items-center rounded-full border border-control px-4 text-sm font-medium aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary"
            >
              {one === undefined ? <Trans>Everybody</Trans> : words.grants[one]}
            </button>
          ))}
        </div>
      </div>
      <QueryList
        list={list}
        failure={<Trans>The people could not be loaded.</Trans>}
        empty={<EmptyState title={<Trans>Nobody is called so.</Trans>} />}
      >
        {(people) => (
          <ul className="grid gap-3 md:grid-cols-2">
            {people.map((person) => (
              <li key={person.id} className="min-w-0">
                <PersonCard person={person} />
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </>
  );
}

function PersonCard({ person: { id, username, email, role, disabled, grants } }: { person: AdministeredPerson }) {
  const words = useWords();
  return (
    <article className="relative flex h-full gap-4 rounded-card border border-line bg-surface p-4 hover:border-primary">
      <Avatar name={username} />
      <div className="grid min-w-0 content-start gap-1">
        <h2 className="text-base wrap-anywhere">
          <Link to={`/admin/users/${id}`} className="after:absolute after:inset-0">
            <bdi>{username}</bdi>
          </Link>
        </h2>
        <p className="text-sm wrap-anywhere text-muted">{email}</p>
        <p className="text-sm wrap-anywhere text-muted">{words.roles[role]}</p>
        {(disabled || grants.length > 0) && (
          <p className="flex flex-wrap gap-2 pt-1">
            {disabled && (
              <Badge variant="bad" icon={Ban}>
                <Trans>Disabled</Trans>
              </Badge>
            )}
            {grants.map((grant) => (
              <Badge key={grant} variant="hint" icon={KeyRound}>
                {words.grants[grant]}
              </Badge>
            ))}
          </p>
        )}
      </div>
    </article>
  );
}
