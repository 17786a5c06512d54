import type { ReportReason } from '@carecommons/contract/moderation-rules';
import { useLingui } from '@lingui/react/macro';

/** The reasons to report something, in words. */
export function useReasons(): Record<ReportReason, string> {
  const { t } = useLingui();
  return {
    dangerous: t`It is dangerous or misleading`,
    unkind: t`It is unkind or hateful`,
    private: t`It shows private details of somebody`,
    advertising: t`It is an advertisement`,
    other: t`Something else`,
  };
}
