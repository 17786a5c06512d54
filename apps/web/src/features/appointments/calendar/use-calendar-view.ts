import { replaceSearch, useSearchText } from '../../../lib/navigation.tsx';

/** How a provider looks at what is to come. */
export const views = ['day', 'week', 'list'] as const;
export type View = (typeof views)[number];

/** Where one is in the calendar; without a day it is today. */
export interface CalendarPosition {
  view: View;
  day?: string | undefined;
}

const isDay = (text: string) =>
  /^2\d{3}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);

/** Where the address says that one is, else in the list of all that is to come; and the way to somewhere else. */
export function useCalendarView(): [position: CalendarPosition, go: (position: CalendarPosition) => void] {
  const [view, day] = [useSearchText('view'), useSearchText('day')];
  const position: CalendarPosition = {
    view: views.find((one) => one === view) ?? 'list',
    day: day !== undefined && isDay(day) ? day : undefined,
  };
  function go(next: CalendarPosition) {
    const search = new URLSearchParams({ view: next.view });
    if (next.day !== undefined) search.set('day', next.day);
    replaceSearch(search.toString());
  }
  return [position, go];
}
