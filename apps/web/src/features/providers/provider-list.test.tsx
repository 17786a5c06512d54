import { expect, test } from 'vitest';
import { providerOf } from '../../../test/providers.ts';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { ProviderList } from './provider-list.tsx';

const line = 'GET /providers/';
const list = <ProviderList filter={{ q: 'skin' }} heading="h2" empty={<p>Nobody like that</p>} />;
const [mehta, rao] = [providerOf('Dr. Mehta'), providerOf('Dr. Rao', { user: 8 })];

test('says how many were found, or that there is none', async () => {
  server.answer('GET /api/next-times/', []);
  server.answer(line, [mehta, rao]);
  const screen = await show(list);
  await expect.element(screen.getByRole('status').first()).toHaveTextContent('2 providers');
  await screen.unmount();
  server.answer(line, []);
  const none = await show(list);
  await expect.element(none.getByText('Nobody like that')).toBeVisible();
  await expect.element(none.getByText('No provider found')).toBeVisible();
});

test('what could not be loaded is loaded again', async () => {
  server.answer('GET /api/next-times/', []);
  server.refuse(line, 'busy');
  const screen = await show(list);
  await expect.element(screen.getByText('The providers could not be loaded.')).toBeVisible();
  server.answer(line, [mehta]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('1 provider', { exact: true })).toBeVisible();
});

test('more come at a press, and the focus is on the first of them; where they do not come, they are asked for again', async () => {
  server.answer('GET /api/next-times/', []);
  server.answer(line, [mehta], 'more');
  const screen = await show(list);
  await expect.element(screen.getByText('Showing the first 1 providers')).toBeVisible();
  server.refuse(line, 'busy');
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByText('The providers could not be loaded.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Dr. Mehta' })).toBeVisible();
  server.answer(line, [rao]);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('2 providers')).toBeVisible();
  expect(server.asked(line).at(-1)?.query).toMatchObject({ q: 'skin', cursor: 'more' });
  await expect.poll(() => document.activeElement?.closest('li')?.textContent).toContain('Dr. Rao');
});

test('pages without anybody are passed by themselves, up to one that has somebody', async () => {
  server.answer('GET /api/next-times/', []);
  server.answer(
    line,
    ({ query }) => (query.cursor === 'third' ? [mehta] : []),
    ({ query }) => ({ first: 'second', second: 'third' })[query.cursor ?? 'first'],
  );
  const screen = await show(list);
  await expect.element(screen.getByText('1 provider', { exact: true })).toBeVisible();
  expect(server.asked(line).map(({ query }) => query.cursor)).toEqual([undefined, 'second', 'third']);
});
