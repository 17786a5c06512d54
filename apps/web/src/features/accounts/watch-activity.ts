import { activityKey } from '../../lib/session/activity.ts';

const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
// Nothing is written for each move of a pointer.
const writtenEveryMs = 2000;

/** Notes that somebody was active at a moment; an earlier one than is known changes nothing. */
export function noteActivity(at = Date.now()): void {
  if (at > Number(sessionStorage.getItem(activityKey))) sessionStorage.setItem(activityKey, String(at));
}

/** Watches keys and pointers in this tab, and hears of those of the others; gives what ends it. */
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
