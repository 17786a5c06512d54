import type { ClaimState } from '@carecommons/contract/verification-rules';
import { useLingui } from '@lingui/react/macro';
import {
  BadgeCheck,
  Ban,
  CircleDashed,
  Clock,
  FilePen,
  Hourglass,
  type LucideIcon,
  SearchCheck,
  X,
} from 'lucide-react';
import { Badge, type BadgeVariant } from '../../components/ui/badge.tsx';

/** The state of a claim as a word with its mark; with none, that there is no verification. */
export function ClaimBadge({ state }: { state: ClaimState | 'none' }) {
  const { t } = useLingui();
  const shown: Record<ClaimState | 'none', [variant: BadgeVariant, icon: LucideIcon, word: string]> = {
    none: ['quiet', CircleDashed, t`Not yet verified`],
    draft: ['quiet', FilePen, t`Not submitted`],
    submitted: ['waiting', Clock, t`Submitted`],
    in_review: ['waiting', SearchCheck, t`In review`],
    verified: ['good', BadgeCheck, t`Verified`],
    rejected: ['bad', X, t`Rejected`],
    withdrawn: ['quiet', Ban, t`Withdrawn`],
    expired: ['quiet', Hourglass, t`Ended`],
    lapsed: ['quiet', Hourglass, t`Replaced`],
  };
  const [variant, icon, word] = shown[state];
  return (
    <Badge variant={variant} icon={icon}>
      {word}
    </Badge>
  );
}
