import type { MedicalRecord } from '@carecommons/contract/records';
import { Trans } from '@lingui/react/macro';
import { CalendarClock, MessageCircle, ShieldAlert, ShieldEllipsis, Sparkle, Undo2 } from 'lucide-react';
import { Badge } from '../../components/ui/badge.tsx';
import { isHeld } from './versions.ts';

/** A badge beside the title of a report: that it is new, or why it cannot be read (yet). */
export function ReportState({ record }: { record: MedicalRecord }) {
  const { withdrawn, scan, release_on } = record;
  if (withdrawn) {
    return (
      <Badge variant="quiet" icon={Undo2}>
        <Trans>Withdrawn</Trans>
      </Badge>
    );
  }
  if (scan === 'infected') {
    return (
      <Badge variant="bad" icon={ShieldAlert}>
        <Trans>Virus found</Trans>
      </Badge>
    );
  }
  if (scan === 'pending' || scan === 'error') {
    return (
      <Badge variant="waiting" icon={ShieldEllipsis}>
        <Trans>Being checked</Trans>
      </Badge>
    );
  }
  if (isHeld(record)) {
    return (
      <Badge variant="waiting" icon={release_on === null ? MessageCircle : CalendarClock}>
        <Trans>Not released</Trans>
      </Badge>
    );
  }
  if (!record.new || record.replaced !== null) return null;
  return (
    <Badge variant="hint" icon={Sparkle}>
      <Trans>New</Trans>
    </Badge>
  );
}
