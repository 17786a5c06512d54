import { notificationKinds } from '@carecommons/contract/notification-rules';
import type { Notification } from '@carecommons/contract/notifications';
import { Trans, useLingui } from '@lingui/react/macro';
import { Sparkle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { When } from '../../components/ui/when.tsx';
import { Link } from '../../lib/navigation.tsx';
import { known } from '../../lib/texts/i18n.ts';
import { useWhen } from '../../lib/texts/when.ts';
import { ownZone } from '../../lib/texts/zoned.ts';
import { useNews } from './words.ts';

interface Props {
  notification: Notification;
  /** It is opened, and so read. */
  onOpen: () => void;
}

/** One thing that the person was told, which leads to the visit, or to the reports. */
export function NotificationRow({ notification, onOpen }: Props) {
  const { kind, read_at, created_at, appointment } = notification;
  const { i18n } = useLingui();
  const news = useNews();
  const when = useWhen();
  const came = new Date(created_at);
  const unread = read_at === null;
  const ofReport = notificationKinds[kind] === 'reports';
  const className = `grid gap-1 rounded-card border bg-surface px-4 py-3 ${unread ? 'border-line border-s-4 border-s-primary' : 'border-line'}`;
  const head = (text: ReactNode) => (
    <span className="flex items-start justify-between gap-3">
      <span className={`min-w-0 wrap-anywhere ${unread ? 'font-semibold' : ''}`}>{text}</span>
      <time dateTime={created_at} className="tabular shrink-0 pt-0.5 text-sm text-muted">
        {when.time(came, ownZone())}
      </time>
    </span>
  );
  const mark = unread && (
    <Badge variant="hint" icon={Sparkle}>
      <Trans>New</Trans>
    </Badge>
  );
  if (appointment === null && ofReport) {
    return (
      <Link to="/record" onClick={onOpen} className={`${className} hover:border-primary`}>
        {head(news(kind, ''))}
        {mark}
      </Link>
    );
  }
  if (appointment === null) {
    return (
      <div className={className}>
        {head(<Trans>There is news about a visit.</Trans>)}
        {mark}
      </div>
    );
  }
  return (
    <Link
      to={ofReport ? '/record' : `/appointment/${appointment.id}`}
      onClick={onOpen}
      className={`${className} hover:border-primary`}
    >
      {head(news(kind, appointment.with))}
      <span className="flex items-end justify-between gap-3 text-muted">
        <span className="min-w-0">
          <When at={new Date(appointment.appointment_datetime)} zone={appointment.time_zone} />
          {appointment.kind !== null && (
            <>
              {' · '}
              <bdi className="wrap-anywhere">{known(i18n, appointment.kind)}</bdi>
            </>
          )}
        </span>
        {mark}
      </span>
    </Link>
  );
}
