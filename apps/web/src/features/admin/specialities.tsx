import type { AdministeredSpeciality } from '@carecommons/contract/administration';
import { isMovable, type SpecialityMove } from '@carecommons/contract/administration-rules';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Archive, GitMerge, Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { QueryList } from '../../components/ui/query-list.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { specialitiesQuery } from './api.ts';
import { AdminFrame } from './frame.tsx';
import { SpecialityDialog } from './speciality-dialogs.tsx';

/** All specialities, with the ways to add, rename, merge and retire. */
export function Specialities() {
  const { t } = useLingui();
  const [adding, setAdding] = useState(false);
  return (
    <AdminFrame title={t`Specialities`} grant="administrator">
      <Button variant="quiet" className="justify-self-start" onClick={() => setAdding(true)}>
        <Plus size={20} aria-hidden />
        <Trans>Add a speciality</Trans>
      </Button>
      {adding && <SpecialityDialog move="add" offered={[]} onClose={() => setAdding(false)} />}
      <All />
    </AdminFrame>
  );
}

function All() {
  const list = useInfiniteQuery(specialitiesQuery(useApi()));
  return (
    <QueryList
      list={list}
      failure={<Trans>The specialities could not be loaded.</Trans>}
      empty={<EmptyState title={<Trans>There are no specialities yet.</Trans>} />}
    >
      {(rows) => (
        <ul className="grid items-start gap-3 md:grid-cols-2">
          {rows.map((row) => (
            <li key={row.id} className="min-w-0">
              <SpecialityCard speciality={row} offered={rows.filter(({ id, retired }) => !retired && id !== row.id)} />
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  );
}

interface Props {
  speciality: AdministeredSpeciality;
  /** Into which it can be merged. */
  offered: readonly AdministeredSpeciality[];
}

function SpecialityCard({ speciality, offered }: Props) {
  const { t } = useLingui();
  const [move, setMove] = useState<SpecialityMove>();
  const { id, name, desc, also_called, provider_count: providers, retired, merged_into: into } = speciality;
  const words: Record<SpecialityMove, string> = {
    edit: t`Edit`,
    merge: t`Merge`,
    retire: t`Retire`,
    restore: t`Offer again`,
  };
  const moves = (Object.keys(words) as SpecialityMove[]).filter((one) =>
    isMovable(one, { retired, merged: into !== null }),
  );
  return (
    <article className="grid gap-2 rounded-card border border-line bg-surface p-4">
      <h2 dir="auto" className="text-base wrap-anywhere">
        {name}
      </h2>
      {retired && (
        <p>
          {into === null ? (
            <Badge variant="quiet" icon={Archive}>
              <Trans>Retired</Trans>
            </Badge>
          ) : (
            <Badge variant="quiet" icon={GitMerge}>
              <Trans>Merged into {into.name}</Trans>
            </Badge>
          )}
        </p>
      )}
      {desc !== null && <p className="text-sm text-muted">{desc}</p>}
      {also_called !== '' && (
        <p className="text-sm wrap-anywhere text-muted">
          <Trans>Also called: {also_called}</Trans>
        </p>
      )}
      <p className="text-sm">
        <Plural value={providers} _0="No providers" one="# provider" other="# providers" />
      </p>
      <div className="-ms-4 flex flex-wrap">
        {moves.map((one) => (
          <Button key={one} variant="plain" onClick={() => setMove(one)}>
            {words[one]}
            <span className="sr-only">: {name}</span>
          </Button>
        ))}
        <ButtonLink to={`/all/${id}`} variant="plain">
          <Trans>
            Open<span className="sr-only">: {name}</span>
          </Trans>
        </ButtonLink>
      </div>
      {move !== undefined && (
        <SpecialityDialog move={move} speciality={speciality} offered={offered} onClose={() => setMove(undefined)} />
      )}
    </article>
  );
}
