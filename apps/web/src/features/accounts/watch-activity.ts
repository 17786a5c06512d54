import { activityKey } from '../../lib/session/activity.ts';

const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
// A pointer moves often: it is written at most this often.
const writtenEveryMs = 2000;

/** Notes when somebody was active last; an earlier time than the known one changes nothing. */
export function noteActivity(at = Date.now()): void {
  if (at > Number(sessionStorage.getItem(activityKey))) sessionStorage.setItem(activityKey, String(at));
}

/** Watches keys and pointers in this tab, and gets those of the other tabs. Returns a function that stops it. */
export function watchActivity(): () => void {
  const tabs = new BroadcastChannel('activity');
  let written = 0;
  const onActive = () => {
    const now = Date.now();
    if (now - written < writtenEveryMs) return;
    written = now;
    noteActivity(now);
    tabs.postMessage(now);
  };
  tabs.addEventListener('message', ({ data }) => noteActivity(Number(data)));
  for (const event of events) window.addEventListener(event, onActive, { capture: true, passive: true });
  // Whoever opened this page was active.
  onActive();
  return () => {
    tabs.close();
    for (const event of events) window.removeEventListener(event, onActive, { capture: true });
  };
}
