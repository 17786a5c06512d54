import type { MedicalRecord } from '@carecommons/contract/records';
import { useLingui } from '@lingui/react/macro';

/** Who wrote a report, for its patient: a provider, or the patient for a document of their own. */
export function useAuthor() {
  const { t } = useLingui();
  return ({ appointment, doctor }: Pick<MedicalRecord, 'appointment' | 'doctor'>) =>
    appointment === null ? t`Added by you` : doctor || t`Your Doctor`;
}
