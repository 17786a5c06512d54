import type { Speciality } from '@carecommons/contract/providers';
import { Trans, useLingui } from '@lingui/react/macro';
import { known } from '../../../lib/texts/i18n.ts';
import { Link } from '../../../lib/navigation.tsx';
import { SpecialityMark } from './speciality-mark.tsx';

/** Which speciality a list of providers is of, and the way to the others. */
export function SpecialityHeader({ speciality: { name, desc } }: { speciality: Speciality }) {
  const { t, i18n } = useLingui();
  return (
    <div className="flex items-start gap-3 rounded-card bg-raised p-4 md:p-6">
      <SpecialityMark name={name} large />
      <div className="grid min-w-0 gap-1">
        <h2 className="text-xl">{known(i18n, name)}</h2>
        <p className="max-w-read text-muted">{desc ? known(i18n, desc) : t`Specialized care in this field`}</p>
        <Link
          to="/speciality"
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary underline underline-offset-4"
        >
          <Trans>See all specialities</Trans>
        </Link>
      </div>
    </div>
  );
}
