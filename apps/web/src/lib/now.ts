import { useEffect, useState } from 'react';

const halfAMinuteMs = 30_000;

/** The time by this device's clock, kept up to date. Not for what the server renders: its clock shows another time. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const update = () => setNow(new Date());
    const timer = setInterval(update, halfAMinuteMs);
    // A device that was asleep missed its turns.
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return now;
}
