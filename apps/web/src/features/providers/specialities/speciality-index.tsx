import type { Speciality } from '@carecommons/contract/providers';
import { useLingui } from '@lingui/react/macro';
import { inOrder } from '../../../lib/texts/format.ts';
import { known } from '../../../lib/texts/i18n.ts';
import { Link } from '../../../lib/navigation.tsx';

/** All specialities under their first letters, each with its sentence; the letters lead to their places. */
export function SpecialityIndex({ specialities }: { specialities: Speciality[] }) {
  const { t, i18n } = useLingui();
  const named = specialities
    .map(({ id, name, desc }) => ({ id, name: known(i18n, name), desc: desc ? known(i18n, desc) : '' }))
    .toSorted((one, other) => inOrder(i18n, one.name, other.name));
  const letters = [...Map.groupBy(named, ({ name }) => [...name][0]?.toUpperCase() ?? '')];
  return (
    <>
      <nav aria-label={t`By first letter`}>
        <ul className="flex flex-wrap gap-1">
          {letters.map(([letter]) => (
            <li key={letter}>
              <a
                href={`#${letter}`}
                className="inline-flex size-11 items-center justify-center rounded-control border border-line bg-surface font-semibold text-primary hover:border-primary"
              >
                {letter}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-4">
        {letters.map(([letter, under]) => (
          <section
            key={letter}
            id={letter}
            className="grid grid-cols-[2.5rem_minmax(0,1fr)] border-t border-line pt-4 md:grid-cols-[5rem_minmax(0,1fr)]"
          >
            <h3 className="py-2 text-xl text-primary">{letter}</h3>
            <dl className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
              {under.map(({ id, name, desc }) => (
                <div key={id}>
                  <dt>
                    <Link
                      to={`/all/${id}`}
                      className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
                    >
                      {name}
                    </Link>
                  </dt>
                  <dd className="text-muted">{desc || t`Specialized care in this field`}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}
