/** The one clock, time zones, and work that is repeated. */
export { type Clock, movableClock, systemClock } from './clock.ts';
export { repeat } from './repeat.ts';
export { dayIn, firstAt, instantsOf, isoIn, lastAt, type Span, spansOf } from './time-zones.ts';
export { everyWeekday, weekdayOf } from './weekdays.ts';
