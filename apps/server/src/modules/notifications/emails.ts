import type { NotificationKind } from '@carecommons/contract/notification-rules';
import type { EmailText } from '../accounts/send-email.ts';

/** The details of a visit that may appear outside of the app. */
export interface VisitTold {
  id: number;
  starts_at: Date;
  time_zone: string;
}

/**
 * The texts of emails and pushes for each kind. Subjects and titles appear on locked screens, so they contain no name and no time.
 * An email gives the time in place of `{when}`. The other person's name is shown on the page only, because it can reveal why
 * somebody sees a provider.
 */
export const texts: Record<NotificationKind, { title: string; sentence: string }> = {
  request_received: {
    title: 'A request waits for your answer',
    sentence: 'Somebody asks you for a visit on {when}. It waits for your answer.',
  },
  request_withdrawn: {
    title: 'A request was taken back',
    sentence: 'The request for a visit on {when} was taken back. There is nothing for you to do.',
  },
  request_approved: {
    title: 'Your request was approved',
    sentence: 'One of your visits is confirmed: {when}.',
  },
  visit_booked: {
    title: 'A visit was booked',
    sentence: 'A visit was booked, and it is confirmed: {when}.',
  },
  request_declined: {
    title: 'Your request was not approved',
    sentence: 'Your request for {when} was not approved. On its page you can choose another time.',
  },
  offer_accepted: {
    title: 'A time of the waiting list was taken',
    sentence: 'A time that the waiting list offered was taken. It is one of your visits now: {when}.',
  },
  request_expired: {
    title: 'A request has expired',
    sentence: 'The request for {when} was not answered in time. There is no visit then.',
  },
  visit_cancelled: {
    title: 'A visit was cancelled',
    sentence: 'One of your visits was cancelled: {when}.',
  },
  move_proposed: {
    title: 'A new time for a visit has been proposed',
    sentence:
      'Another time is proposed for one of your visits or requests: {when}. Unless you agree, nothing is moved.',
  },
  move_approved: {
    title: 'The new time of your visit is confirmed',
    sentence: 'One of your visits has a new time: {when}.',
  },
  move_declined: {
    title: 'A time that you proposed was not accepted',
    sentence: 'The time that you proposed, {when}, was not accepted. Nothing was moved.',
  },
  visit_in_leave: {
    title: 'A visit will not take place',
    sentence:
      'The provider will be away on {when}. The visit was cancelled, or not approved where it was not confirmed yet. On its page you can choose another time.',
  },
  reminder: {
    title: 'A reminder of your visit',
    sentence: 'One of your visits is on {when}.',
  },
  time_offered: {
    title: 'A time has become free for you',
    sentence: 'You are on a waiting list, and a time has become free: {when}. It is kept for you for a while.',
  },
  report_ready: {
    title: 'You have a new report',
    sentence: 'There is a new report for you, of your visit on {when}.',
  },
  report_refused: {
    title: 'A file that you uploaded was deleted',
    sentence: 'A file that you uploaded for the visit on {when} did not pass the virus check. It was deleted.',
  },
  document_refused: {
    title: 'A file that you added was deleted',
    sentence: 'A file that you added did not pass the virus check. It was deleted.',
  },
  report_shared: {
    title: 'Something is shared with you',
    sentence: 'A patient shares something with you, for a while.',
  },
  share_locked: {
    title: 'A link of yours was locked',
    sentence: 'A link that you made was locked, because a wrong passcode was given too often. Nothing was shown.',
  },
};

/** Kinds that do not belong to a visit. */
export const ofNoVisit = ['document_refused', 'report_shared', 'share_locked'] as const satisfies NotificationKind[];
const ofReports: readonly NotificationKind[] = ['report_ready', 'report_refused', ...ofNoVisit];

const pageOf = (kind: NotificationKind, visit: VisitTold | undefined) =>
  visit === undefined || ofReports.includes(kind) ? '/record' : `/appointment/${visit.id}`;

// Emails that confirm or cancel a visit update the reader's calendar.
const intoCalendar: readonly NotificationKind[] = [
  'request_approved',
  'visit_booked',
  'move_approved',
  'offer_accepted',
  'visit_cancelled',
  'visit_in_leave',
];

/** The email of a kind. */
export function emailOf(kind: NotificationKind, visit: VisitTold | undefined): EmailText {
  const { title, sentence } = texts[kind];
  return {
    subject: title,
    text: `${sentence}

Read more here:
{site}${pageOf(kind, visit)}

How you are told, and when not, you choose here:
{site}/notifications?view=settings
`,
    ...(visit === undefined ? {} : { values: { when: { at: visit.starts_at.toISOString(), zone: visit.time_zone } } }),
    ...(visit !== undefined && intoCalendar.includes(kind) ? { visit: visit.id } : {}),
  };
}

/** What a device shows for a kind, and the page that it opens. A later push with the same tag replaces the earlier one. */
export function pushOf(kind: NotificationKind, visit: VisitTold | undefined) {
  const about = ofReports.includes(kind) ? 'report' : 'visit';
  return { title: texts[kind].title, page: pageOf(kind, visit), tag: `${about}-${visit?.id ?? kind}` };
}
export type Push = ReturnType<typeof pushOf>;
