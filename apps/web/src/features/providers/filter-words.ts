import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { rupees } from '../../lib/texts/format.ts';
import { known } from '../../lib/texts/i18n.ts';
import { useGenders } from './gender.ts';

/** What a filter's value is called, in its field and on its chip. */
export function useFilterWords() {
  const { t, i18n } = useLingui();
  const genders: Record<string, string> = useGenders();
  const times: Record<string, string> = {
    1: t`Free today`,
    2: t`Free today or tomorrow`,
    7: t`Free within a week`,
    14: t`Free within two weeks`,
  };
  return {
    language: (value: string) => known(i18n, value),
    gender: (value: string) => genders[value] ?? value,
    fee: (value: string) => t`Up to ${rupees(i18n, Number(value))}`,
    time: (value: string) =>
      times[value] ?? t`${plural(Number(value), { one: 'Free within # day', other: 'Free within # days' })}`,
  };
}
