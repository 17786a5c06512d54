import type { PushDevice } from '@carecommons/contract/notifications';
import { beforeEach, expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { Devices } from './devices.tsx';

// The site's own worker does not run in tests, and no push service can be reached: what the browser offers is replaced.

const list = 'GET /api/push-devices/';
const add = 'POST /api/push-devices/';
const remove = 'DELETE /api/push-devices/:device_id/';
const ask = { name: 'Get notifications on this device' };

const endpoint = 'https://push.example/this';
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
const deviceAt = (id: number, at: string): PushDevice => ({
  id,
  device: 'Chrome on Linux',
  endpoint: at,
  added_at: '2026-01-05T08:00:00Z',
});
const other = deviceAt(8, 'https://push.example/other');

let subscribed: string | undefined;
let permission: NotificationPermission;
const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<PushSubscription>>();

const subscription = () =>
  ({
    endpoint: subscribed,
    toJSON: () => ({ keys }),
    unsubscribe: () => {
      subscribed = undefined;
      return Promise.resolve(true);
    },
  }) as unknown as PushSubscription;

beforeEach(() => {
  subscribed = undefined;
  permission = 'default';
  subscribe.mockReset().mockImplementation(() => {
    subscribed = endpoint;
    return Promise.resolve(subscription());
  });
  const pushManager = {
    subscribe,
    getSubscription: () => Promise.resolve(subscribed === undefined ? null : subscription()),
  };
  const registration = { pushManager } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => permission);
  answersPrompt('granted');
  server.answer(list, []);
  server.answer('GET /api/push-key/', { key: 'B'.repeat(87) });
});

const answersPrompt = (answer: NotificationPermission) =>
  vi.spyOn(Notification, 'requestPermission').mockImplementation(() => Promise.resolve((permission = answer)));

test('devices that could not be loaded are loaded again', async () => {
  server.refuse(list, 'busy');
  const screen = await show(<Devices />);
  await expect.element(screen.getByText('Your devices could not be loaded.')).toBeVisible();
  server.answer(list, [other]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Chrome on Linux')).toBeVisible();
  await expect.element(screen.getByRole('button', ask)).toBeVisible();
});

test('a browser without pushes says so, and offers none', async () => {
  const push = Object.getOwnPropertyDescriptor(window, 'PushManager')!;
  Reflect.deleteProperty(window, 'PushManager');
  try {
    const screen = await show(<Devices />);
    await expect.element(screen.getByText(/^This browser cannot show push notifications\./)).toBeVisible();
    expect(screen.getByRole('button').elements()).toEqual([]);
  } finally {
    Object.defineProperty(window, 'PushManager', push);
  }
});

test('a browser that is set to show no notifications says how to change that', async () => {
  permission = 'denied';
  const screen = await show(<Devices />);
  await expect.element(screen.getByText('This browser is set not to show notifications from this site.')).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
});

test('at a press this device gets pushes, by the key of the server', async () => {
  server.answer(add, () => {
    server.answer(list, [deviceAt(9, endpoint), other]);
    return deviceAt(9, endpoint);
  });
  const screen = await show(<Devices />);
  await screen.getByRole('button', ask).click();
  await expect.element(screen.getByText('This device', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('status')).toHaveTextContent('This device gets notifications from now on.');
  await expect.element(screen.getByRole('heading', { name: 'Devices that ring' })).toHaveFocus();
  expect(screen.getByRole('button', ask).elements()).toEqual([]);
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: 'B'.repeat(87) }]]);
  expect(server.asked(add).map(({ body }) => body)).toEqual([{ endpoint, keys }]);
});

test('what this browser had for somebody else is not used again', async () => {
  subscribed = 'https://push.example/of-another-account';
  server.answer(add, deviceAt(9, endpoint));
  const screen = await show(<Devices />);
  await screen.getByRole('button', ask).click();
  await expect.poll(() => server.asked(add).map(({ body }) => body.endpoint)).toEqual([endpoint]);
});

test.for([
  ['with no, that is said, and how to change it', 'denied', 'Push notifications stay off on this device.'],
  ['not at all, everything is as before', 'default', ''],
] as const)('where the browser’s question is answered %s', async ([, answer, message]) => {
  answersPrompt(answer);
  const screen = await show(<Devices />);
  await screen.getByRole('button', ask).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent(message);
  const expected = answer === 'denied' ? screen.getByText(/^To change that/) : screen.getByRole('button', ask);
  await expect.element(expected).toBeVisible();
  expect(subscribe).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').elements()).toEqual([]);
});

test('a push service that cannot be reached is said, and it can be tried again', async () => {
  subscribe.mockRejectedValueOnce(new DOMException('Registration failed', 'AbortError'));
  server.answer(add, deviceAt(9, endpoint));
  const screen = await show(<Devices />);
  await screen.getByRole('button', ask).click();
  await expect.element(screen.getByRole('alert').getByText(/could not reach its push service/)).toBeVisible();
  await screen.getByRole('button', ask).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(() => server.asked(add)).toHaveLength(1);
});

test('where the server does not take it, the browser gets no pushes, and the failure is not blamed on the push service', async () => {
  server.refuse(add, 'busy');
  const screen = await show(<Devices />);
  await screen.getByRole('button', ask).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('That was not saved. Please try again.');
  expect(subscribed).toBe(undefined);
  await expect.element(screen.getByRole('button', ask)).toBeVisible();
});

test('another device is removed at a press; this one goes on', async () => {
  subscribed = endpoint;
  server.answer(list, [deviceAt(9, endpoint), other]);
  server.answer(remove, () => {
    server.answer(list, [deviceAt(9, endpoint)]);
    return {};
  });
  const screen = await show(<Devices />);
  const stop = screen.getByRole('button', { name: /^Stop push notifications on Chrome on Linux, since / });
  await stop.nth(1).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent('The device gets no notifications any more.');
  expect(stop.elements()).toHaveLength(1);
  expect(server.asked(remove).map(({ params }) => params)).toEqual([{ device_id: '8' }]);
  expect(subscribed).toBe(endpoint);
});

test('this device is removed from the server and from the browser, and can be added again', async () => {
  subscribed = endpoint;
  server.answer(list, [deviceAt(9, endpoint)]);
  server.answer(remove, () => {
    server.answer(list, []);
    return {};
  });
  const screen = await show(<Devices />);
  await screen.getByRole('button', { name: /^Stop push notifications/ }).click();
  await expect.element(screen.getByRole('button', ask)).toBeVisible();
  expect(subscribed).toBe(undefined);
});

test('a device that could not be removed stays, and so do its pushes', async () => {
  subscribed = endpoint;
  server.answer(list, [deviceAt(9, endpoint)]);
  server.refuse(remove, 'busy');
  const screen = await show(<Devices />);
  await screen.getByRole('button', { name: /^Stop push notifications/ }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('That was not saved. Please try again.');
  await expect.element(screen.getByText('This device', { exact: true })).toBeVisible();
  expect(subscribed).toBe(endpoint);
});
