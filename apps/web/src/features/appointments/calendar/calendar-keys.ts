/** The buttons of the visits, day by day, as they stand in the page. */
const visitsByDay = (calendar: Element) =>
  Array.from(calendar.querySelectorAll('[data-day]'), (day) => [...day.querySelectorAll<HTMLElement>('[data-visit]')]);

const middleOf = (visit: HTMLElement) => {
  const { top, height } = visit.getBoundingClientRect();
  return top + height / 2;
};

/** The visit that an arrow leads to: in the same day the next one, in another the one that is as high. */
function neighbour(days: HTMLElement[][], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = days.findIndex((visits) => visits.includes(from));
  const visits = days[at] ?? [];
  const rightwards = getComputedStyle(from).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  switch (key) {
    case 'ArrowDown':
      return visits[visits.indexOf(from) + 1];
    case 'ArrowUp':
      return visits[visits.indexOf(from) - 1];
    case 'Home':
      return visits[0];
    case 'End':
      return visits.at(-1);
    default: {
      const others = key === rightwards ? days.slice(at + 1) : days.slice(0, at).toReversed();
      const height = middleOf(from);
      const far = (one: HTMLElement) => Math.abs(middleOf(one) - height);
      return others.find((some) => some.length > 0)?.toSorted((one, other) => far(one) - far(other))[0];
    }
  }
}

const arrows = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];

/** Leads from visit to visit by the arrow keys, and with Page Up and Page Down to the days before and after. */
export function onCalendarKey(event: KeyboardEvent, calendar: HTMLElement, onTurn: (by: 1 | -1) => void) {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (key === 'PageDown' || key === 'PageUp') {
    event.preventDefault();
    // The visit that has the focus goes away.
    calendar.focus({ preventScroll: true });
    onTurn(key === 'PageDown' ? 1 : -1);
    return;
  }
  if (!arrows.includes(key)) return;
  const from = (target as Element).closest<HTMLElement>('[data-visit]');
  if (from === null && target !== calendar) return;
  event.preventDefault();
  const next =
    from === null
      ? calendar.querySelector<HTMLElement>('[data-visit][tabindex="0"]')
      : neighbour(visitsByDay(calendar), from, key);
  next?.focus();
}
