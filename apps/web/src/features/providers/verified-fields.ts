import type { Provider } from '@carecommons/contract/providers';
import type { ProfileField } from '@carecommons/contract/verification-rules';

type Texts = 'name' | 'education' | 'registration_number' | 'council';
const texts: readonly Texts[] = ['name', 'education', 'registration_number', 'council'];

/** Which of the verified fields a filled form changes. The server compares for itself; this is for saying so before. */
export function changedFields(
  before: Pick<Provider, Texts> & { speciality: readonly number[] },
  values: FormData,
): ProfileField[] {
  const changed: ProfileField[] = texts.filter((field) => {
    return String(values.get(field) ?? '').trim() !== (before[field] ?? '');
  });
  const chosen = values.getAll('speciality').map(Number);
  const same = chosen.length === before.speciality.length && chosen.every((id) => before.speciality.includes(id));
  return same ? changed : [...changed, 'speciality'];
}
