import type { Provider } from '@carecommons/contract/providers';
import type { ProfileField } from '@carecommons/contract/verification-rules';
import { textOf } from '../../lib/form.ts';

type Texts = 'name' | 'education' | 'registration_number' | 'council';
const texts: readonly Texts[] = ['name', 'education', 'registration_number', 'council'];

/** Which of the verified fields a filled form changes. The server compares for itself; this is for saying so before. */
export function changedFields(
  before: { [Name in Texts]?: Provider[Name] | undefined } & { speciality?: readonly number[] | undefined },
  values: FormData,
): ProfileField[] {
  const changed: ProfileField[] = texts.filter((field) => {
    return textOf(values, field).trim() !== (before[field] ?? '');
  });
  const selected = values.getAll('speciality').map(Number);
  const { speciality = [] } = before;
  const same = selected.length === speciality.length && selected.every((id) => speciality.includes(id));
  return same ? changed : [...changed, 'speciality'];
}
