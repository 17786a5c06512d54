import { notificationTopics } from '@carecommons/contract/notification-rules';
import type { NotificationChoices } from '@carecommons/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { useApi } from '../../lib/calls/api.ts';
import { choicesQuery } from './api.ts';
import { Choices } from './choices.tsx';

const read = 'GET /api/notification-choices/';
const save = 'PUT /api/notification-choices/';
const all: NotificationChoices = {
  topics: notificationTopics.map((topic) => ({ topic, in_app: true, email: true, push: true })),
  quiet_hours: null,
  email_confirmed: true,
};

/** As the page has it: with what the cache holds. */
function Page() {
  const { data } = useQuery(choicesQuery(useApi()));
  return data && <Choices choices={data} />;
}

test('changes of visits are always in the app, reminders need not be', async () => {
  server.answer(read, all);
  const screen = await show(<Page />, { at: '/notifications?view=settings' });
  const boxOf = (name: string) => screen.getByRole('group', { name }).getByLabelText('In the app');
  await expect.element(boxOf('Reminders')).toBeEnabled();
  await expect.element(boxOf('Your visits')).toBeDisabled();
});

test('each change is saved as it is made, the last one as the last', async () => {
  let saved = all;
  server.answer(read, () => saved);
  server.answer(save, ({ body }) => {
    saved = { ...saved, topics: saved.topics.map((one) => (one.topic === body.topic ? body : one)) };
    return {};
  });
  const screen = await show(<Page />, { at: '/notifications?view=settings' });
  const group = screen.getByRole('group', { name: 'Reminders' });
  const go = server.hold(save);
  await group.getByLabelText('Email').click();
  await group.getByLabelText('Push').click();
  await expect.element(group.getByLabelText('Email')).not.toBeChecked();
  await expect.element(group.getByLabelText('Push')).not.toBeChecked();
  expect(server.asked(save)).toHaveLength(1);
  go();
  await expect
    .poll(() => server.asked(save).at(1)?.body)
    .toEqual({
      topic: 'reminders',
      in_app: true,
      email: false,
      push: false,
    });
  await expect.element(group.getByLabelText('Email')).not.toBeChecked();
});

test('what was not saved is said, and shows as it is', async () => {
  server.answer(read, all);
  server.refuse(save, 'busy');
  const screen = await show(<Page />, { at: '/notifications?view=settings' });
  const box = screen.getByRole('group', { name: 'Reminders' }).getByLabelText('Email');
  await box.click();
  await expect.element(screen.getByText('That was not saved. Please try again.')).toBeVisible();
  await expect.element(box).toBeChecked();
});

test('says that emails wait for a confirmed address', async () => {
  server.answer(read, { ...all, email_confirmed: false });
  const screen = await show(<Page />, { at: '/notifications?view=settings' });
  await expect.element(screen.getByText(/^Emails go out once your address is confirmed\./)).toBeVisible();
});
