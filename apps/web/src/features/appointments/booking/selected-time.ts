import { instantOf, type WallTime, wallTimeAt } from '../../../lib/texts/zoned.ts';

/** The time that is chosen so far; empty where nothing is. */
export interface SelectedTime extends WallTime {
  /** One of the provider's free times, as the server named it: in place of day and time, where hours are published. */
  start: string;
}

/** A request as it is kept while it is not sent. */
export interface RequestDraft extends SelectedTime {
  problem: string;
  /** The kind of visit, where one was chosen. */
  kind?: number | undefined;
}

/** The chosen instant, if there is one. */
export function selectedInstant({ date, time, start }: SelectedTime, zone: string): Date | undefined {
  if (start !== '') return new Date(start);
  return date === '' || time === '' ? undefined : instantOf({ date, time }, zone);
}

interface Where {
  zone: string;
  publishesHours: boolean;
  now: Date;
}

/** The time that a request begins with: one that the address names, such as a free one, else that of a draft, if it is to come. */
export function initialSelection(
  named = '',
  before: SelectedTime | undefined,
  { zone, publishesHours, now }: Where,
): SelectedTime {
  const none = { date: '', time: '', start: '' };
  if (!Number.isNaN(Date.parse(named)))
    return publishesHours ? { ...none, start: named } : { ...none, ...wallTimeAt(new Date(named), zone) };
  if (before === undefined) return none;
  // Hours may have been published since, or taken away.
  const { date, time, start } = before;
  const draft = publishesHours ? { ...none, start } : { ...none, date, time };
  const at = selectedInstant(draft, zone);
  return at !== undefined && at <= now ? none : draft;
}
