import type { CalendarAddress } from '@carecommons/contract/calendars';
import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { AddressPart } from './address-part.tsx';

const address: CalendarAddress = { side: 'patient', names: false, made_at: '2026-01-05T08:00:00Z' };
const made = { ...address, path: '/calendars/abc/' };
const part = (present: CalendarAddress | undefined) => <AddressPart side="patient" alone address={present} />;

test('an address that could not be made is asked for once more', async () => {
  server.refuse('POST /api/calendars/:side/', 'busy');
  server.answer('GET /api/calendars/', []);
  const screen = await show(part(undefined));
  const make = screen.getByRole('button', { name: 'Make a private address' });
  await make.click();
  await expect.element(screen.getByText('The address was not made. Please try again.')).toBeVisible();
  server.answer('POST /api/calendars/:side/', made);
  await make.click();
  await expect.element(screen.getByText('The address was not made.')).not.toBeInTheDocument();
  expect(server.asked('POST /api/calendars/:side/').map(({ params, body }) => [params, body])).toEqual([
    [{ side: 'patient' }, { names: false }],
    [{ side: 'patient' }, { names: false }],
  ]);
});

test('a new one takes the place of the old one after a question, is shown once and has the focus', async () => {
  server.answer('POST /api/calendars/:side/', made);
  server.answer('GET /api/calendars/', [address]);
  const screen = await show(part(address));
  await expect.element(screen.getByText(/It is not shown again/)).toBeVisible();
  await screen.getByRole('button', { name: 'Make a new address' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Make a new one' }).click();
  const field = screen.getByLabelText('Your private address');
  await expect.element(field).toHaveValue(`${location.origin}/calendars/abc/`);
  await expect
    .element(screen.getByRole('link', { name: 'Open in a calendar' }))
    .toHaveAttribute('href', `webcal://${location.host}/calendars/abc/`);
});

test('removing it is asked about, and a refusal stays in the question', async () => {
  server.refuse('DELETE /api/calendars/:side/', 'busy');
  const screen = await show(part(address));
  await screen.getByRole('button', { name: 'Remove the address' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Remove the address?' });
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await expect.element(dialog.getByText('The address was not removed.')).toBeVisible();
  server.answer('DELETE /api/calendars/:side/', {});
  server.answer('GET /api/calendars/', []);
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('what it tells goes back to what is saved where that fails', async () => {
  server.refuse('PUT /api/calendars/:side/', 'busy');
  server.answer('GET /api/calendars/', [address]);
  const screen = await show(part(address));
  const names = screen.getByRole('radio', { name: 'Names and places too' });
  await expect.element(screen.getByRole('radio', { name: 'Times only' })).toBeChecked();
  await names.click();
  await expect.element(screen.getByText('That was not saved. Please try again.')).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Times only' })).toBeChecked();
  expect(server.asked('PUT /api/calendars/:side/').map(({ body }) => body)).toEqual([{ names: true }]);
});
