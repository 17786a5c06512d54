import type { Speciality } from '@carecommons/contract/providers';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { inputClass } from '../../../components/ui/field.tsx';
import { LoadFailure } from '../../../components/ui/load-failure.tsx';
import { useApi } from '../../../lib/calls/api.ts';
import { specialitiesQuery, specialityQuery } from '../api.ts';
import { known } from '../../../lib/texts/i18n.ts';

interface Props {
  /** The ids chosen at first. */
  selected: readonly number[];
  error: string | undefined;
}

/** Any number of specialities, as chips to tick. The rest of the form stays usable when they could not be fetched. */
export function SpecialityPicker({ selected, error }: Props) {
  const id = useId();
  const api = useApi();
  const { data: offered, error: failure, refetch } = useQuery(specialitiesQuery(api));
  // What is practised and no longer offered stays chosen.
  const former = useQueries({
    queries: selected
      .filter((one) => offered !== undefined && !offered.some(({ id: there }) => there === one))
      .map((one) => specialityQuery(api, one)),
    combine: (results) =>
      results.every(({ data }) => data !== undefined) ? results.flatMap(({ data = [] }) => data) : undefined,
  });
  const data = former && offered && [...offered, ...former];
  return (
    <fieldset
      className="grid min-w-0 gap-3"
      data-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend className="mb-1 font-semibold">
        <Trans>Specialities</Trans>
      </legend>
      {data !== undefined && <Chips specialities={data} selected={selected} errorId={error && `${id}-error`} />}
      {offered === undefined && (
        <LoadFailure
          title={<Trans>Error fetching specialities</Trans>}
          error={failure}
          onRetry={() => void refetch()}
        />
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1 text-sm text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ChipsProps {
  specialities: readonly Speciality[];
  selected: readonly number[];
  errorId: string | undefined;
}

function Chips({ specialities, selected, errorId }: ChipsProps) {
  const { t, i18n } = useLingui();
  const [filter, setFilter] = useState('');
  const [count, setCount] = useState(selected.length);
  const sought = filter.trim().toLowerCase();
  const matches = ({ name, desc }: Speciality) =>
    [name, desc ?? ''].some((one) => `${one} ${known(i18n, one)}`.toLowerCase().includes(sought));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <input
          type="search"
          aria-label={t`Filter the specialities`}
          aria-describedby={errorId}
          placeholder={t`Filter, such as “skin”`}
          className={`${inputClass} max-w-72`}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          // Enter in here is not meant to send the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <p role="status" className="text-sm text-muted">
          {!specialities.some(matches) ? (
            <Trans>Nothing found for this word</Trans>
          ) : (
            <Plural value={count} _0="None chosen" one="# chosen" other="# chosen" />
          )}
        </p>
      </div>
      <div
        className="flex max-h-80 flex-wrap gap-2 overflow-y-auto rounded-control border border-line p-2"
        onChange={(event) => setCount((before) => before + ((event.target as HTMLInputElement).checked ? 1 : -1))}
      >
        {specialities.map((speciality) => (
          // What the filter hides stays chosen, and is sent.
          <label
            key={speciality.id}
            hidden={!matches(speciality)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-control px-4 text-sm font-medium has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary [&[hidden]]:hidden"
          >
            <input
              type="checkbox"
              name="speciality"
              value={speciality.id}
              defaultChecked={selected.includes(speciality.id)}
              className="size-4 accent-primary"
            />
            {known(i18n, speciality.name)}
          </label>
        ))}
      </div>
    </>
  );
}
