import type { Kind } from '@carecommons/contract/moderation-rules';
import { useLingui } from '@lingui/react/macro';

/** What can be reported, in words. */
export function useKindNames(): Record<Kind, string> {
  const { t } = useLingui();
  return { blog: t`Article`, question: t`Question`, answer: t`Answer`, message: t`Message` };
}
