import type { Schedule } from '@carecommons/contract/schedules';
import type { ScheduleSettings } from '@carecommons/contract/schedule-rules';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { Rules } from './rules.tsx';

const settings: ScheduleSettings = {
  visit_minutes: 30,
  buffer_before: 0,
  buffer_after: 5,
  notice_minutes: 45,
  horizon_days: 60,
  answer_hours: 24,
  cancel_minutes: 0,
  move_minutes: 1440,
  offer_minutes: 60,
};
const saved: Schedule & { time_zone: string } = { ...settings, weekly: [], dated: [], time_zone: 'Asia/Kolkata' };

test('a length that is not among the usual ones stays among the choices', async () => {
  const screen = await show(<Rules saved={settings} />);
  await expect.element(screen.getByLabelText('Notice before a visit')).toHaveValue('45');
});

test('saves all rules as numbers, and says so where the focus is', async () => {
  server.answer('GET /api/schedule/', saved);
  server.answer('PUT /api/schedule/', saved);
  const screen = await show(<Rules saved={settings} />);
  await screen.getByLabelText('Length of a visit').fill('20');
  await screen.getByRole('button', { name: 'Save rules' }).click();
  await expect.element(screen.getByText('Your rules are saved. They apply to new bookings.')).toBeVisible();
  const { time_zone: _, ...body } = saved;
  expect(server.asked('PUT /api/schedule/').map((call) => call.body)).toEqual([{ ...body, visit_minutes: 20 }]);
});

test('what the server refuses of a field stands under it', async () => {
  server.answer('GET /api/schedule/', saved);
  server.refuse('PUT /api/schedule/', 'invalid_input', {
    errors: [{ field: 'notice_minutes', message: 'With this much notice, no time can be requested.' }],
  });
  const screen = await show(<Rules saved={settings} />);
  await screen.getByRole('button', { name: 'Save rules' }).click();
  const field = screen.getByLabelText('Notice before a visit');
  await expect.element(field).toHaveAccessibleDescription(/no time can be requested/);
  await expect.element(field).toHaveFocus();
});
