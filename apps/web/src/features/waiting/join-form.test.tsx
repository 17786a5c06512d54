import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { JoinForm } from './join-form.tsx';

const nothing = () => {};
const join = { name: 'Join the waiting list' };

test('wants a word and at least one day', async () => {
  const screen = await show(<JoinForm provider={7} onJoined={async () => {}} onCancel={nothing} />);
  for (const box of screen.getByRole('checkbox').all()) await box.click();
  await screen.getByRole('button', join).click();
  await expect.element(screen.getByText('Please choose at least one day.')).toBeVisible();
  await expect.element(screen.getByLabelText('What is it about?')).toHaveFocus();
});

test('sends which days suit, and days that were left open as none', async () => {
  const onJoined = vi.fn<() => Promise<void>>().mockResolvedValue();
  server.refuse('POST /api/waiting/:provider_id/', 'wrong_state', { message: 'This list is closed at present.' });
  const screen = await show(<JoinForm provider={7} onJoined={onJoined} onCancel={nothing} />);
  await screen.getByLabelText('What is it about?').fill('A rash.');
  await screen.getByRole('checkbox').last().click();
  await screen.getByLabelText(/^Until/).fill('2030-02-01');
  await screen.getByRole('button', join).click();
  await expect.element(screen.getByText('You were not put on the waiting list.')).toBeVisible();
  await expect.element(screen.getByText('This list is closed at present.')).toBeVisible();
  expect(onJoined).not.toHaveBeenCalled();
  expect(server.asked('POST /api/waiting/:provider_id/')).toEqual([
    expect.objectContaining({
      params: { provider_id: '7' },
      body: { problem: 'A rash.', weekdays: [1, 2, 3, 4, 5, 6], from_day: null, to_day: '2030-02-01' },
    }),
  ]);
});
