import { useCallback, useEffect, useState } from 'react';
import { registerWorker } from '../../components/trusted-html.tsx';
import type { Call } from '../../lib/calls/call.ts';

/** Whether this browser gets pushes: it cannot, its user does not allow it, it is subscribed (`at` this address), or it is not. */
export type BrowserState = { is: 'unable' | 'refused' | 'off' } | { is: 'on'; at: string };

const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Whether the user of this browser does not allow notifications of this site. */
export const isRefused = () => Notification.permission === 'denied';

async function readState(): Promise<BrowserState> {
  if (!canPush()) return { is: 'unable' };
  if (isRefused()) return { is: 'refused' };
  const found = await subscription();
  return found === undefined ? { is: 'off' } : { is: 'on', at: found.endpoint };
}

/** The state of this browser; undefined until it is known. The second one reads it again. */
export function useThisBrowser(): [BrowserState | undefined, () => Promise<void>] {
  const [state, setState] = useState<BrowserState>();
  const again = useCallback(async () => setState(await readState().catch((): BrowserState => ({ is: 'unable' }))), []);
  useEffect(() => void again(), [again]);
  return [state, again];
}

/** Asks the person for permission, which only a press may do, and subscribes this browser to pushes; false if it was refused. */
export async function subscribe(api: Call): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { key } = await api.call('GET /api/push-key/');
  const registration = await registerWorker();
  await navigator.serviceWorker.ready;
  // A subscription for another key or another account is of no use.
  await (await subscription())?.unsubscribe();
  const { pushManager } = registration;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
  try {
    await api.call('POST /api/push-devices/', { body: { endpoint: made.endpoint, keys: { p256dh, auth } } });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return true;
}

/** Ends the subscription of this browser. */
export async function unsubscribe() {
  await (await subscription())?.unsubscribe();
}
