import { useEffect, useEffectEvent } from 'react';
import { browserLive } from './calls/browser-live.ts';

// All browsers are told at once that something may be missing: they do not all ask at once.
const scatterMs = 1500;

/** Renews an open page when a moderator has decided about something that stands on it, or may have. */
export function useDecisions(topic: `blog:${number}` | `question:${number}`, renew: () => void) {
  const renewNow = useEffectEvent(renew);
  useEffect(() => {
    let watched = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const missed = () => {
      clearTimeout(timer);
      timer = setTimeout(() => renewNow(), Math.random() * scatterMs);
    };
    const stop = browserLive().watch({
      topic,
      onState() {
        // Again after a break, in which one may have been missed.
        if (watched) missed();
        watched = true;
      },
      onEvent: () => renewNow(),
      onStale: missed,
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [topic]);
}
