import { useLingui } from '@lingui/react/macro';

/** The usual types of reports, as they are kept, each with its name in the reader's language. */
export function useReportTypes(): Record<string, string> {
  const { t } = useLingui();
  return {
    Diagnostic: t`Diagnostic`,
    Laboratory: t`Laboratory`,
    Radiology: t`Radiology`,
    Prescription: t`Prescription`,
    'Discharge summary': t`Discharge summary`,
    Referral: t`Referral`,
    Vaccination: t`Vaccination`,
  };
}
