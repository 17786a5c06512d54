import type { Provider } from '@carecommons/contract/providers';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { ShortText } from '../../components/ui/text-area.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { known } from '../../lib/texts/i18n.ts';
import { providersLikeQuery } from './sharing/share-api.ts';

const lettersAtMost = 100;
const pauseMs = 300;

export type ChosenProvider = Pick<Provider, 'user' | 'name'>;

interface Props {
  label: string;
  selected: ChosenProvider | undefined;
  onChange: (provider: ChosenProvider | undefined) => void;
  error: string | undefined;
}

/** A provider of the directory, found by name. */
export function ProviderChoice({ label, selected, onChange, error }: Props) {
  const { i18n } = useLingui();
  const [q, setQ] = useState('');
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { data, isFetching } = useQuery(providersLikeQuery(useApi(), q));
  if (selected !== undefined) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 rounded-control bg-primary-soft px-3 py-1">
        <Check size={20} className="shrink-0 text-primary" aria-hidden />
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{selected.name}</span>
        <Button variant="plain" onClick={() => onChange(undefined)}>
          <Trans>Choose another one</Trans>
        </Button>
      </p>
    );
  }
  return (
    <div className="grid gap-2">
      <ShortText
        type="search"
        label={label}
        name="provider"
        autoComplete="off"
        maxLength={lettersAtMost}
        onChange={({ target }) => {
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => setQ(target.value.trim().slice(0, lettersAtMost)), pauseMs);
        }}
        // It would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        error={error}
      />
      <div role="status">
        {q !== '' && !isFetching && data?.length === 0 && (
          <p className="text-sm text-muted">
            <Trans>Nobody with that name is in the directory. You can share with a link.</Trans>
          </p>
        )}
      </div>
      {q !== '' && data !== undefined && data.length > 0 && (
        <ul className="grid gap-1" aria-busy={isFetching}>
          {data.map(({ user, name, speciality, city }) => (
            <li key={user}>
              <button
                type="button"
                onClick={() => onChange({ user, name })}
                className="grid min-h-11 w-full rounded-control border border-control px-3 py-2 text-start wrap-anywhere hover:bg-raised"
              >
                <span className="font-semibold">{name}</span>
                <span className="text-sm text-muted">
                  {[...speciality.map((one) => known(i18n, one)), city].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
