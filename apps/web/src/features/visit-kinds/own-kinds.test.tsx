import type { VisitKind } from '@carecommons/contract/visit-kinds';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { OwnKinds } from './own-kinds.tsx';

const line = 'PUT /api/visit-kinds/';
let kinds: VisitKind[];

const kind = (id: number, name: string, changed: Partial<VisitKind> = {}): VisitKind => ({
  id,
  name,
  minutes: 30,
  fee: 800,
  buffer_after: null,
  video_url: null,
  who_may_book: 'new',
  confirmation: 'request',
  ...changed,
});

beforeEach(() => {
  kinds = [
    kind(1, 'Consultation'),
    kind(2, 'Follow-up', { minutes: 15, fee: 300, who_may_book: 'known', confirmation: 'known' }),
    kind(3, 'Video call', { video_url: 'https://meet.example.org/a', confirmation: 'at_once', buffer_after: 5 }),
  ];
  server.answer('GET /api/visit-kinds/', () => kinds);
  server.answer(line, ({ body }) => {
    kinds = body.kinds.map((one) => ({ ...one, id: one.id ?? 9 }));
    return kinds;
  });
});
const names = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('p')?.textContent);

test('each kind says in one sentence who books it and when it is confirmed', async () => {
  const screen = await show(<OwnKinds />);
  for (const sentence of [
    'Everybody can ask for it, and you approve each request.',
    'Only patients you have seen before can book it, and it is confirmed at once.',
    'Everybody can book it, and it is confirmed at once.',
  ])
    await expect.element(screen.getByText(sentence)).toBeVisible();
  await expect.element(screen.getByText('15 minutes · ₹300')).toBeVisible();
  // Nobody but everybody can come first, and something has to be there.
  expect(screen.getByRole('button', { name: 'Move Follow-up up' }).elements()).toEqual([]);
  expect(screen.getByRole('button', { name: /^Remove / }).elements()).toHaveLength(3);
});

test('a new kind is added behind the others, as it was typed', async () => {
  const screen = await show(<OwnKinds />);
  await screen.getByRole('button', { name: 'Add a kind' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'A kind of visit' });
  await dialog.getByRole('button', { name: 'Save the kind' }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveFocus();
  expect(server.asked(line)).toEqual([]);
  await dialog.getByLabelText('Name').fill('Check-up');
  await dialog.getByLabelText('Length in minutes').fill('60');
  await dialog.getByLabelText('Fee in rupees').fill('1500');
  await dialog.getByLabelText('Who can book it').selectOptions('known');
  await dialog.getByLabelText('When it is confirmed').selectOptions('at_once');
  await expect
    .element(dialog.getByText('Only patients you have seen before can book it, and it is confirmed at once.'))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Save the kind' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.asked(line)[0]?.body.kinds.at(-1)).toEqual({
    id: null,
    name: 'Check-up',
    minutes: 60,
    fee: 1500,
    buffer_after: null,
    video_url: null,
    who_may_book: 'known',
    confirmation: 'at_once',
  });
  await expect.poll(names).toEqual(['Consultation', 'Follow-up', 'Video call', 'Check-up']);
});

test('what the server refuses stands at its field, and what was typed stays', async () => {
  const message = 'Please enter a link that begins with https://, such as https://meet.example.org/room.';
  server.refuse(line, 'invalid_input', { errors: [{ field: 'kinds.1.video_url', message }] });
  const screen = await show(<OwnKinds />);
  await screen.getByRole('button', { name: 'Change Follow-up' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Follow-up' });
  await dialog.getByLabelText('Link to the video call').fill('https://a.example/room');
  await dialog.getByRole('button', { name: 'Save the kind' }).click();
  await expect
    .element(dialog.getByLabelText('Link to the video call'))
    .toHaveAccessibleDescription(new RegExp(message));
  await expect.element(dialog.getByLabelText('Link to the video call')).toHaveValue('https://a.example/room');
});

test('a refusal of the whole list is said in the dialog', async () => {
  const message = 'Two kinds of visit have the same name.';
  server.refuse(line, 'invalid_input', { errors: [{ field: 'kinds', message }] });
  const screen = await show(<OwnKinds />);
  await screen.getByRole('button', { name: 'Change Follow-up' }).click();
  await screen.getByRole('button', { name: 'Save the kind' }).click();
  await expect.element(screen.getByRole('alertdialog').getByText(message)).toBeVisible();
});

test('the order is changed by a press, and a kind that becomes the first leaves its own pause behind', async () => {
  const screen = await show(<OwnKinds />);
  await screen.getByRole('button', { name: 'Move Video call up' }).click();
  await expect.poll(names).toEqual(['Consultation', 'Video call', 'Follow-up']);
  await screen.getByRole('button', { name: 'Move Video call up' }).click();
  await expect.poll(names).toEqual(['Video call', 'Consultation', 'Follow-up']);
  const sent = server.asked(line).map(({ body }) => body.kinds.map(({ id, buffer_after }) => [id, buffer_after]));
  expect(sent).toEqual([
    [
      [1, null],
      [3, 5],
      [2, null],
    ],
    [
      [3, null],
      [1, null],
      [2, null],
    ],
  ]);
});

test('one is removed after asking; the others stay', async () => {
  const screen = await show(<OwnKinds />);
  await screen.getByRole('button', { name: 'Remove Follow-up' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Remove Follow-up?' });
  await expect.element(dialog.getByText(/Visits and requests of this kind stay as they are/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove the kind' }).click();
  await expect.poll(names).toEqual(['Consultation', 'Video call']);
});

test('the only one cannot be removed, and the first is for everybody', async () => {
  kinds = [kind(1, 'Consultation')];
  const screen = await show(<OwnKinds />);
  await screen.getByRole('button', { name: 'Change Consultation' }).click();
  await expect.element(screen.getByLabelText('When it is confirmed')).toBeVisible();
  expect(screen.getByLabelText('Who can book it').elements()).toEqual([]);
  expect(screen.getByRole('button', { name: /^Remove / }).elements()).toEqual([]);
});
