import { isWithoutContact } from '@carecommons/contract/appointment-rules';
import { useLingui } from '@lingui/react/macro';

/** The name of a patient as a provider reads it; where the contact is no longer shown, the word for a patient. */
export function usePatientName(): (user: { name: string; phone: string }) => string {
  const { t } = useLingui();
  return (user) => (isWithoutContact(user) ? t`Patient` : user.name);
}
