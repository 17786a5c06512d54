import type { Purpose } from '@carecommons/contract/consent-purposes';
import { useLingui } from '@lingui/react/macro';

interface Words {
  name: string;
  /** What is agreed to. */
  description: string;
  /** What follows from withdrawing it. */
  without: string;
}

/** What each purpose is, in plain words. Whoever changes what they say counts up its version in the contract. */
export function usePurposeWords(): Record<Purpose, Words> {
  const { t } = useLingui();
  return {
    visits: {
      name: t`Asking for visits`,
      description: t`What you write when you ask for a visit, or wait for one, is kept here and shown to that provider alone.`,
      without: t`Without it you cannot ask for visits here. Your existing visits stay. What you wrote for waiting lists is deleted at once.`,
    },
    reports: {
      name: t`Medical reports`,
      description: t`Providers whom you have visited may put reports about you here, encrypted, for you to read.`,
      without: t`Without it, providers cannot add reports. Reports that are already here stay.`,
    },
  };
}
