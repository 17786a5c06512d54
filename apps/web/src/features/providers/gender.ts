import type { Provider } from '@carecommons/contract/providers';
import { useLingui } from '@lingui/react/macro';

/** What providers may say of themselves, as words. */
export function useGenders(): Record<NonNullable<Provider['gender']>, string> {
  const { t } = useLingui();
  return { woman: t`Woman`, man: t`Man` };
}
