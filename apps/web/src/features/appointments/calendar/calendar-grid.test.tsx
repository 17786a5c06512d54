import type { ProviderDays } from '@carecommons/contract/schedules';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { appointmentOf } from '../../../../test/appointments.ts';
import { show } from '../../../../test/show.tsx';
import { CalendarGrid } from './calendar-grid.tsx';

const minuteMs = 60_000;
const start = Date.parse('2031-03-03T09:00:00+05:30');

/** A week with visits of so many minutes, one after the other. */
function weekOf(minutes: number): ProviderDays {
  const iso = (instant: number) => new Date(instant).toISOString();
  const midnight = (day: number) => iso(Date.parse('2031-03-03T00:00:00+05:30') + day * 1440 * minuteMs);
  return {
    time_zone: 'Asia/Kolkata',
    today: '2031-03-05',
    publishes_hours: false,
    days: [3, 4, 5, 6, 7, 8, 9].map((day, index) => ({
      day: `2031-03-0${day}`,
      starts_at: midnight(index),
      ends_at: midnight(index + 1),
      hours: [],
      leaves: [],
    })),
    visits: ['Asha Kiran', 'Bela Rao', 'Chitra Nair'].map((name, index) => {
      const at = start + index * minutes * minuteMs;
      const times = { appointment_datetime: iso(at), ends_at: iso(at + minutes * minuteMs) };
      return appointmentOf(name, { id: index + 1, status: 'approved', ...times });
    }),
  };
}
const nothing = () => undefined;

test.each([5, 10, 15, 30])(
  'in the week, a visit of %i minutes shows the whole of its time and its patient',
  async (minutes) => {
    await page.viewport(1280, 900);
    await show(
      <CalendarGrid days={weekOf(minutes)} open={undefined} onOpen={nothing} onTurn={nothing} onDay={nothing} />,
    );
    for (const name of ['Asha Kiran', 'Bela Rao', 'Chitra Nair']) {
      const text = page.getByText(name).element();
      const visit = text.closest('button')!;
      const [inner, outer] = [text.getBoundingClientRect(), visit.getBoundingClientRect()];
      expect([inner.bottom <= outer.bottom, inner.top >= outer.top]).toEqual([true, true]);
      expect(inner.height).toBeGreaterThanOrEqual(15.5);
      // As wide as its letters, or cut with an ellipsis only where the day is too narrow for them.
      expect(text.clientWidth).toBeGreaterThan(40);
    }
  },
);
