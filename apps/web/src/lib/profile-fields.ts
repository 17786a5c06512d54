import type { ProfileField } from '@carecommons/contract/verification-rules';
import { useLingui } from '@lingui/react/macro';
import { listOf } from './texts/format.ts';

/** Writes the fields of a provider's profile that are verified as a list: Name, Education. */
export function useFieldNames(): (fields: readonly ProfileField[]) => string {
  const { t, i18n } = useLingui();
  const names: Record<ProfileField, string> = {
    name: t`Name`,
    education: t`Education`,
    registration_number: t`Registration number`,
    council: t`Medical council`,
    speciality: t`Specialities`,
    photo: t`Photo`,
  };
  return (fields) =>
    listOf(
      i18n,
      fields.map((field) => names[field]),
    );
}
