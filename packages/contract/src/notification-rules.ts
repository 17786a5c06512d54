// What people are told of, for the server and for the screens alike: this file carries no schema to a browser.

/** What somebody can choose the ways of being told for. */
export const notificationTopics = [
  'requests',
  'visits',
  'reminders',
  'waiting_list',
  'reports',
  'community',
  'account',
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

/** The ways of being told. */
export const channels = ['in_app', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];

/** Everything that somebody is told of, and to which topic it belongs. None of them carries a word about anybody's health. */
export const notificationKinds = {
  /** To a provider: somebody asks for a time. */
  request_received: 'requests',
  /** To the other side: whoever asked for a time, or proposed one, takes that back. */
  request_withdrawn: 'requests',
  /** To whoever asked. */
  request_approved: 'visits',
  request_declined: 'visits',
  /** To the provider whose waiting list offered the time. */
  offer_accepted: 'visits',
  /** To both sides. */
  request_expired: 'visits',
  /** To the other side. */
  visit_cancelled: 'visits',
  move_proposed: 'visits',
  move_approved: 'visits',
  move_declined: 'visits',
  /** To the patient whose visit or request a leave has ended. */
  visit_in_leave: 'visits',
  reminder: 'reminders',
  /** To one person of the waiting list. */
  time_offered: 'waiting_list',
  /** To the patient, once it may be read. */
  report_ready: 'reports',
  /** To the provider whose file the check for viruses has refused. */
  report_refused: 'reports',
  /** To the patient whose own document the check for viruses has refused. */
  document_refused: 'reports',
  /** To the provider with whom a patient shares reports. */
  report_shared: 'reports',
  /** To the patient whose link was locked by wrong passcodes. */
  share_locked: 'reports',
} as const satisfies Record<string, NotificationTopic>;
export type NotificationKind = keyof typeof notificationKinds;

/** Whether a topic always stands in the app: what somebody else does with one's visits is written down there for both. */
export const alwaysInApp = (topic: NotificationTopic): boolean => topic !== 'reminders' && topic !== 'community';

/** What is told live to all pages of a person: that the list, or what of it is read, is another one. */
export interface OwnNotificationEvent {
  kind: 'notifications';
}
