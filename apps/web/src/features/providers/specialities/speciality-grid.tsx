import type { Speciality } from '@carecommons/contract/providers';
import { useLingui } from '@lingui/react/macro';
import { known } from '../../../lib/texts/i18n.ts';
import { Link } from '../../../lib/navigation.tsx';
import { SpecialityMark } from './speciality-mark.tsx';

/** All specialities as cards, each leading to its providers. */
export function SpecialityGrid({ specialities }: { specialities: Speciality[] }) {
  const { t, i18n } = useLingui();
  return (
    <ul className="grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3">
      {specialities.map(({ id, name, desc }) => (
        <li
          key={id}
          className="relative flex min-w-0 items-start gap-3 rounded-card border border-line bg-surface p-4 hover:border-primary"
        >
          <SpecialityMark name={name} large />
          <div className="grid min-w-0 gap-1">
            <h2 className="text-base">
              {/* Upper-cased for the eye alone: read out, capitals would be spelt. The link covers its card. */}
              <Link to={`/all/${id}`} className="tracking-wide uppercase after:absolute after:inset-0">
                {known(i18n, name)}
              </Link>
            </h2>
            <p className="text-sm text-muted">{desc ? known(i18n, desc) : t`Specialized care in this field`}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
