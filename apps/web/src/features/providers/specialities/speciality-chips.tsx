import type { Speciality } from '@carecommons/contract/providers';
import { useLingui } from '@lingui/react';
import { known } from '../../../lib/texts/i18n.ts';
import { Link } from '../../../lib/navigation.tsx';
import { SpecialityMark } from './speciality-mark.tsx';

/** A few specialities as chips with their marks. */
export function SpecialityChips({ specialities }: { specialities: Pick<Speciality, 'id' | 'name'>[] }) {
  const { i18n } = useLingui();
  return (
    <ul className="flex flex-wrap gap-2 md:gap-3">
      {specialities.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link
            to={`/all/${id}`}
            className="flex min-h-12 items-center gap-2 rounded-full border border-line bg-surface py-1 ps-1.5 pe-4 font-medium hover:border-primary"
          >
            <SpecialityMark name={name} />
            {known(i18n, name)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
