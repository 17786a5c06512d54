import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { useNavigate } from '../../lib/navigation.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FilterFields } from './filter-fields.tsx';
import { directoryAddress, type Filters } from './filters.ts';
import { NearMe } from './near-me.tsx';

const pauseMs = 300;

interface Props {
  q: string | undefined;
  filters: Filters;
}

/**
 * What narrows the directory: at once where a person chooses, after a pause where one types. On a phone behind a button.
 * Without JavaScript it is a form with a button of its own.
 */
export function ProviderFilters({ q, filters }: Props) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [selected, setSelected] = useState(filters);
  const timer = useRef<number>(undefined);
  const address = directoryAddress(q, filters);
  const count = Object.keys(filters).length;
  // The way back, or a chip, may have changed the address.
  useEffect(() => {
    setSelected(filters);
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react/exhaustive-deps -- the address says all of them
  }, [address]);

  function choose(change: Filters, pause = 0) {
    const next = { ...selected, ...change };
    setSelected(next);
    clearTimeout(timer.current);
    const go = () => navigate(directoryAddress(q, next), { replace: pause > 0 });
    if (pause === 0) go();
    else timer.current = window.setTimeout(go, pause);
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="quiet"
          className="md:hidden noscript:hidden"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal size={20} aria-hidden />
          {count === 0 ? <Trans>Filters</Trans> : <Plural value={count} one="# filter" other="# filters" />}
        </Button>
        <NearMe q={q} filters={filters} />
      </div>
      <form
        id={id}
        action="/providers"
        aria-label={t`Narrow the list`}
        className={`gap-3 md:grid md:grid-cols-3 lg:grid-cols-6 noscript:grid ${open ? 'grid' : 'hidden'}`}
        onSubmit={(event) => {
          event.preventDefault();
          choose({});
        }}
      >
        {q !== undefined && <input type="hidden" name="q" value={q} />}
        <FilterFields selected={selected} onChoose={choose} onType={(change) => choose(change, pauseMs)} />
        <div className="hidden noscript:block">
          <Button type="submit">
            <Trans>Show providers</Trans>
          </Button>
        </div>
      </form>
      <FilterChips q={q} filters={filters} />
    </div>
  );
}
