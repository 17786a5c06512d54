import { Plural } from '@lingui/react/macro';

const [hour, day] = [60, 1440];

/** A length of time in words, in the largest unit that goes into it: “2 days”, “5 hours”, “45 minutes”. */
export function Duration({ minutes }: { minutes: number }) {
  if (minutes > 0 && minutes % day === 0) return <Plural value={minutes / day} one="# day" other="# days" />;
  if (minutes > 0 && minutes % hour === 0) return <Plural value={minutes / hour} one="# hour" other="# hours" />;
  return <Plural value={minutes} one="# minute" other="# minutes" />;
}
