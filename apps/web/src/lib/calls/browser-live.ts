import { readTokens, onSessionChange } from '../session/session.ts';
import { renewTokens } from './call.ts';
import { type Live, openLive } from './live.ts';

let live: Live | undefined;

/** The one live connection of this page; nothing is opened before something is watched. */
export function browserLive(): Live {
  if (live !== undefined) return live;
  const { protocol, host } = window.location;
  const opened = openLive({
    address: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/live/`,
    token: () => readTokens()?.access,
    renew: renewTokens,
  });
  onSessionChange(opened.tokenChanged);
  window.addEventListener('online', opened.wake);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && opened.wake());
  live = opened;
  return opened;
}
