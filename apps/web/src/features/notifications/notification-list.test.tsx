import type { Notification } from '@carecommons/contract/notifications';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { NotificationList } from './notification-list.tsx';

const list = 'GET /api/notifications/';
const count = 'GET /api/notifications/unread/';
const readAll = 'PUT /api/notifications/read/';
const readOne = 'PUT /api/notifications/:notification_id/read/';

const approved: Notification = {
  id: 12,
  kind: 'request_approved',
  created_at: '2026-01-05T08:00:00Z',
  read_at: null,
  appointment: {
    id: 4,
    appointment_datetime: '2026-01-09T10:30:00+05:30',
    time_zone: 'Asia/Kolkata',
    with: 'Dr. Meera Nair',
    kind: 'Video call',
  },
};
const report: Notification = { ...approved, id: 11, kind: 'report_ready', read_at: null, appointment: null };
const shown = () => show(<NotificationList />, { at: '/notifications' });

test('says that nothing has happened, or that the list could not be loaded', async () => {
  server.answer(count, { unread: 0 });
  server.refuse(list, 'busy');
  const screen = await shown();
  await expect.element(screen.getByText('Your notifications could not be loaded.')).toBeVisible();
  server.answer(list, []);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nothing has happened yet')).toBeVisible();
});

test('where unread ones cannot be counted, the list is there all the same', async () => {
  server.refuse(count, 'busy');
  server.answer(list, [report]);
  const screen = await shown();
  await expect.element(screen.getByRole('link')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mark all as read' }).elements()).toEqual([]);
});

test('leads to the visit or to the reports, and what is opened is read, once', async () => {
  server.answer(count, { unread: 1 });
  server.answer(list, [approved, { ...report, read_at: '2026-01-05T09:00:00Z' }]);
  server.answer(readOne, { unread: 0 });
  const screen = await shown();
  const [visit, reports] = [
    screen.getByRole('link', { name: /Dr\. Meera Nair.*Video call/s }),
    screen.getByRole('link').last(),
  ];
  await expect.element(visit).toHaveAttribute('href', '/appointment/4');
  await expect.element(reports).toHaveAttribute('href', '/record');
  await reports.click();
  await visit.click();
  await expect.poll(() => server.asked(readOne).map(({ params }) => params.notification_id)).toEqual(['12']);
});

test('marks as read what is shown, and nothing newer', async () => {
  server.answer(count, { unread: 2 });
  server.answer(list, [approved, report]);
  server.answer(readAll, () => {
    server.answer(count, { unread: 0 });
    return { unread: 0 };
  });
  const screen = await shown();
  await screen.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.element(screen.getByText('All is read.')).toBeInTheDocument();
  expect(server.asked(readAll).map(({ body }) => body)).toEqual([{ up_to: 12 }]);
  expect(screen.getByRole('button').elements()).toEqual([]);
  await expect.element(screen.getByRole('main')).toHaveFocus();
});

test('says where they could not be marked as read', async () => {
  server.answer(count, { unread: 2 });
  server.answer(list, [approved]);
  server.refuse(readAll, 'busy');
  const screen = await shown();
  await screen.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.element(screen.getByText('That was not saved. Please try again.')).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Mark all as read' }))
    .not.toHaveAttribute('aria-disabled', 'true');
});
