import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { done, id, nothing, page, strict, wholeNumber } from './fields.ts';
import { alwaysInApp, notificationKinds, notificationTopics, type NotificationKind } from './notification-rules.ts';
import { timeZone } from './providers.ts';

const kinds = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];
// There are many more of these than of anything else.
const notificationId = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** A notification. Instants are ISO 8601. */
const notification = z.object({
  id: z.int(),
  kind: z.enum(kinds),
  created_at: z.string(),
  read_at: z.nullable(z.string()),
  /** The visit that it is about, its kind, and the name of the other person of that visit. */
  appointment: z.nullable(
    z.object({
      id: z.int(),
      appointment_datetime: z.string(),
      time_zone: z.string(),
      with: z.string(),
      kind: z.nullable(z.string()),
    }),
  ),
});
export type Notification = z.output<typeof notification>;

const unread = z.object({ unread: z.int() });

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/',
  access: 'signed-in',
  summary: "Lists the caller's notifications, newest first.",
  query: strict(page),
  reply: z.array(notification),
});

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread/',
  access: 'signed-in',
  summary: "Counts the caller's unread notifications. Above 99 it returns 100.",
  reply: unread,
});

export const readNotification = endpoint({
  method: 'PUT',
  path: '/api/notifications/:notification_id/read/',
  access: 'signed-in',
  summary: 'Marks one notification as read.',
  params: strict({ notification_id: notificationId }),
  body: nothing,
  reply: unread,
  errors: ['not_found'],
});

export const readAllNotifications = endpoint({
  method: 'PUT',
  path: '/api/notifications/read/',
  access: 'signed-in',
  summary: 'Marks all notifications as read, up to the newest that the caller has seen.',
  body: strict({ up_to: notificationId }),
  reply: unread,
});

const ways = { in_app: z.boolean(), email: z.boolean(), push: z.boolean() };

const quietHours = z.object({ from: z.string(), to: z.string(), time_zone: z.string() });
export type QuietHours = z.output<typeof quietHours>;

const choices = z.object({
  topics: z.array(z.object({ topic: z.enum(notificationTopics), ...ways })),
  quiet_hours: z.nullable(quietHours),
  /** Whether the email address is confirmed. Without that, no email is sent. */
  email_confirmed: z.boolean(),
});
export type NotificationChoices = z.output<typeof choices>;

export const getNotificationChoices = endpoint({
  method: 'GET',
  path: '/api/notification-choices/',
  access: 'signed-in',
  summary: 'Returns the channels that the caller chose for each topic, and the quiet hours.',
  reply: choices,
});

export const chooseNotifications = endpoint({
  method: 'PUT',
  path: '/api/notification-choices/',
  access: 'signed-in',
  summary:
    'Sets the channels by which the caller is notified of one topic. Changes to visits always appear in the app.',
  body: strict({ topic: z.enum(notificationTopics), ...ways }).check(
    z.refine(({ topic, in_app }) => in_app || !alwaysInApp(topic), {
      error: 'This always stands in the app.',
      path: ['in_app'],
    }),
  ),
  reply: done,
});

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time of day, such as 22:00.'));

export const setQuietHours = endpoint({
  method: 'PUT',
  path: '/api/quiet-hours/',
  access: 'signed-in',
  summary: 'Sets the quiet hours. Emails and pushes that fall into them are sent when they end.',
  body: strict({ from: timeOfDay, to: timeOfDay, time_zone: timeZone }).check(
    z.refine(({ from, to }) => from !== to, { error: 'Please enter a time other than the first one.', path: ['to'] }),
  ),
  reply: done,
});

export const endQuietHours = endpoint({
  method: 'DELETE',
  path: '/api/quiet-hours/',
  access: 'signed-in',
  summary: 'Removes the quiet hours: emails and pushes are sent at any hour.',
  reply: done,
});

export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/push-key/',
  access: 'signed-in',
  summary: 'Returns the key with which a browser subscribes to push notifications of this site (RFC 8292).',
  reply: z.object({ key: z.string() }),
});

/** A browser that gets push notifications. A browser recognises itself by `endpoint`. */
const pushDevice = z.object({ id: z.int(), device: z.string(), endpoint: z.string(), added_at: z.string() });
export type PushDevice = z.output<typeof pushDevice>;

export const listPushDevices = endpoint({
  method: 'GET',
  path: '/api/push-devices/',
  access: 'signed-in',
  summary: 'Lists the browsers in which the caller gets push notifications, at most twenty.',
  reply: z.array(pushDevice),
});

const key = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`), 'This is no such key.'));

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/api/push-devices/',
  access: 'signed-in',
  summary: 'Registers the browser of this session for push notifications, for as long as the session lasts.',
  body: strict({
    endpoint: z.string().check(z.maxLength(1000, 'Please use at most 1000 characters.')),
    /** The public key (65 bytes) and the secret (16 bytes), in base64url, as the browser returns them. */
    keys: strict({ p256dh: key(87), auth: key(22) }),
  }),
  reply: pushDevice,
  status: 201,
});

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/push-devices/:device_id/',
  access: 'signed-in',
  summary: "Stops push notifications to one of the caller's browsers.",
  params: strict({ device_id: id }),
  reply: done,
  errors: ['not_found'],
});
