import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '../../lib/navigation.tsx';
import { SpecialityMark } from './specialities/speciality-mark.tsx';

/** Parts of the body and troubles, for those who do not know who treats them: each searches the directory. */
export function TroubleChips() {
  const { t } = useLingui();
  // What it is called, the word that finds those who treat it, and the field whose mark it has.
  const troubles = [
    [t`Heart and blood pressure`, 'heart', 'Cardiology'],
    [t`Skin and hair`, 'skin', 'Dermatology'],
    [t`Children`, 'child', 'Paediatrics'],
    [t`Pregnancy`, 'pregnancy', 'Obstetrics'],
    [t`Bones and joints`, 'joint', 'Orthopaedics'],
    [t`Ears, nose and throat`, 'hearing', 'Ear'],
    [t`Eyes`, 'eye', 'Ophthalmology'],
    [t`Teeth`, 'teeth', 'Dentistry'],
    [t`Mood, worry and sleep`, 'anxiety', 'Psychiatry'],
    [t`Headache`, 'headache', 'Neurology'],
    [t`Stomach and digestion`, 'stomach', 'Gastroenterology'],
    [t`Breathing`, 'breathing', 'Pulmonology'],
    [t`Diabetes and hormones`, 'diabetes', 'Endocrinology'],
    [t`Kidneys`, 'kidney', 'Nephrology'],
  ] as const;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">
        <Trans>Start from what troubles you</Trans>
      </h2>
      <ul className="flex flex-wrap gap-2 md:gap-3">
        {troubles.map(([label, q, field]) => (
          <li key={q} className="min-w-0">
            <Link
              to={`/providers?q=${q}`}
              className="flex min-h-12 items-center gap-2 rounded-full border border-line bg-surface py-1 ps-1.5 pe-4 font-medium hover:border-primary"
            >
              <SpecialityMark name={field} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
