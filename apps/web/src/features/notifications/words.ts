import type { NotificationKind, NotificationTopic } from '@carecommons/contract/notification-rules';
import { useLingui } from '@lingui/react/macro';

/** What each kind says, of a visit with somebody. */
export function useNews(): (kind: NotificationKind, name: string) => string {
  const { t } = useLingui();
  return (kind, name) => {
    const news: Record<NotificationKind, string> = {
      request_received: t`${name} asks you for a visit.`,
      request_withdrawn: t`${name} took a request back.`,
      request_approved: t`${name} approved your request.`,
      visit_booked: t`${name} booked a visit. It is confirmed.`,
      request_declined: t`${name} did not approve your request.`,
      offer_accepted: t`${name} took a time that your waiting list offered.`,
      request_expired: t`The request between you and ${name} was not answered in time.`,
      visit_cancelled: t`${name} cancelled the visit.`,
      move_proposed: t`${name} proposes another time for the visit.`,
      move_approved: t`${name} agreed to the new time.`,
      move_declined: t`${name} did not agree to the new time.`,
      visit_in_leave: t`${name} will be away then, so there is no visit. You can choose another time.`,
      reminder: t`Your visit with ${name} is coming up.`,
      time_offered: t`A time with ${name} has become free for you.`,
      report_ready: t`${name} has a new report for you.`,
      report_refused: t`A file for ${name} did not pass the virus check and was deleted.`,
      document_refused: t`A document that you added did not pass the virus check and was deleted.`,
      report_shared: t`A patient shares reports with you.`,
      share_locked: t`The link with which you share reports is locked: a wrong passcode was given too often.`,
    };
    return news[kind];
  };
}

interface TopicWords {
  topic: NotificationTopic;
  name: string;
  description: string;
}

/** The topics of which there is anything to tell. */
export function useTopics(): TopicWords[] {
  const { t } = useLingui();
  return [
    { topic: 'requests', name: t`Requests`, description: t`Somebody asks you for a time, or takes that back.` },
    { topic: 'visits', name: t`Your visits`, description: t`Approved, declined, cancelled, moved or expired.` },
    { topic: 'reminders', name: t`Reminders`, description: t`7 days, 24 hours and 2 hours before a visit.` },
    { topic: 'waiting_list', name: t`Waiting list`, description: t`A time that you wait for has become free.` },
    { topic: 'reports', name: t`Reports`, description: t`A report is new, was shared with you, or was deleted.` },
  ];
}
