// The notifications, shared by the server and the screens. This file contains no schema.

/** The topics for which a person can choose channels. */
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

/** The channels of notifications. */
export const channels = ['in_app', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];

/** Every kind of notification, and its topic. None contains anything about a person's health. */
export const notificationKinds = {
  /** To a provider: a patient requests a time. */
  request_received: 'requests',
  /** To the other side: the request or the proposed time was withdrawn. */
  request_withdrawn: 'requests',
  /** To the side that asked. */
  request_approved: 'visits',
  request_declined: 'visits',
  /** To the provider: a patient booked a visit of a kind that is confirmed at once. */
  visit_booked: 'visits',
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
  /** To one person on the waiting list. */
  time_offered: 'waiting_list',
  /** To the patient, once the report is readable. */
  report_ready: 'reports',
  /** To the provider whose file failed the virus scan. */
  report_refused: 'reports',
  /** To the patient whose own document failed the virus scan. */
  document_refused: 'reports',
  /** To the provider with whom a patient shares reports. */
  report_shared: 'reports',
  /** To the patient whose link was locked by wrong passcodes. */
  share_locked: 'reports',
} as const satisfies Record<string, NotificationTopic>;
export type NotificationKind = keyof typeof notificationKinds;

/** Whether a topic always appears in the app: changes that somebody else makes to one's visits do. */
export const alwaysInApp = (topic: NotificationTopic): boolean => topic !== 'reminders' && topic !== 'community';

/** The list of notifications, or what of it is read, has changed. Sent to all pages of a person. */
export interface OwnNotificationEvent {
  kind: 'notifications';
}
