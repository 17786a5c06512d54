import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useApi } from '../../lib/calls/api.ts';
import { known } from '../../lib/texts/i18n.ts';
import { Link } from '../../lib/navigation.tsx';
import { specialityNamesQuery } from './api.ts';
import { useFilterWords } from './filter-words.ts';
import { directoryAddress, type Filters } from './filters.ts';

const chip =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full border border-primary bg-primary-soft ps-4 pe-3 text-sm font-medium text-primary hover:bg-surface';

/** What narrows the list now, each with a way to take it away. They are links, so that they work in every browser. */
export function FilterChips({ q, filters }: { q: string | undefined; filters: Filters }) {
  const { t, i18n } = useLingui();
  const { data: specialities = [] } = useQuery(specialityNamesQuery(useApi()));
  const words = useFilterWords();
  const group = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const given = Object.entries(filters) as [keyof Filters, string][];
  // The chip that was pressed is gone, and the focus with it.
  useEffect(() => {
    if (pressed.current) (given.length > 0 ? group.current : document.getElementById('main'))?.focus();
    pressed.current = false;
  }, [given.length]);

  const speciality = (id: string) => specialities.find((one) => String(one.id) === id)?.name;
  const named: Record<keyof Filters, (value: string) => string> = {
    speciality: (id) => known(i18n, speciality(id) ?? t`Another speciality`),
    place: (value) => value,
    free_within: words.time,
    max_fee: words.fee,
    language: words.language,
    gender: words.gender,
  };
  const press = () => (pressed.current = true);
  return (
    <div ref={group} tabIndex={-1} role="group" aria-label={t`Filters that are set`} className="empty:hidden">
      {given.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {given.map(([name, value]) => {
            const label = named[name](value);
            return (
              <li key={name} className="min-w-0">
                <Link
                  to={directoryAddress(q, { ...filters, [name]: undefined })}
                  prefetch={false}
                  className={chip}
                  aria-label={t`Take away: ${label}`}
                  onClick={press}
                >
                  <span className="wrap-anywhere">{label}</span>
                  <X size={16} className="shrink-0" aria-hidden />
                </Link>
              </li>
            );
          })}
          {given.length > 1 && (
            <li>
              <Link
                to={directoryAddress(q, {})}
                prefetch={false}
                className="inline-flex min-h-11 items-center px-3 text-sm font-semibold text-primary underline underline-offset-4"
                onClick={press}
              >
                <Trans>Clear all</Trans>
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
