import type { OwnSession } from '@carecommons/contract/sessions';
import { Trans, useLingui } from '@lingui/react/macro';
import { MonitorSmartphone } from 'lucide-react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ListRow } from '../../components/ui/list-row.tsx';
import { deviceName } from '../../lib/texts/device-name.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';

interface Props {
  session: OwnSession;
  working: boolean;
  onEnd: () => void;
}

/** One session: on what, since when, and when it was last in use. */
export function SessionRow({ session, working, onEnd }: Props) {
  const { t, i18n } = useLingui();
  const when = useWhen();
  const device = deviceName(i18n, session.device);
  const opened = when.moment(new Date(session.opened_at), ownZone());
  const used = when.moment(new Date(session.used_at), ownZone());
  return (
    <ListRow className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device}
          {session.current && (
            <Badge variant="good" icon={MonitorSmartphone}>
              <Trans>This device</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          <Trans>Signed in {opened}</Trans>
          <br />
          <Trans>Last used {used}</Trans>
        </p>
      </div>
      {!session.current && (
        <Button
          variant="quiet"
          aria-disabled={working}
          aria-label={t`Sign out ${device}, signed in ${opened}`}
          onClick={() => !working && onEnd()}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </ListRow>
  );
}
