import type { BookingTerms } from '@carecommons/contract/schedules';
import type { PublicVisitKind as Kind } from '@carecommons/contract/visit-kinds';
import { describe, expect, test } from 'vitest';
import { providerOf } from '../../../../test/providers.ts';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { BookingForm } from './booking-form.tsx';

const provider = providerOf('Dr. Mehta');
const terms: BookingTerms = {
  publishes_hours: false,
  visit_minutes: 30,
  horizon_days: 365,
  answer_hours: 48,
  cancel_minutes: 60,
  move_minutes: 60,
  offer_minutes: 60,
  usual_answer_minutes: null,
  kinds: [],
};
const send = { name: 'Send request' };
const form = <BookingForm provider={provider} />;

async function filled() {
  server.answer('GET /api/booking-terms/:provider_id/', terms);
  const screen = await show(form, { at: '/books/7' });
  await screen.getByLabelText('Date').fill('2031-03-04');
  await screen.getByLabelText('Time', { exact: true }).fill('10:30');
  await screen.getByLabelText('Problem').fill('A rash on both hands.');
  return screen;
}

test('where the terms could not be loaded, they are asked for again', async () => {
  server.refuse('GET /api/booking-terms/:provider_id/', 'busy');
  const screen = await show(form, { at: '/books/7' });
  await expect.element(screen.getByText('The form could not be loaded.')).toBeVisible();
  server.answer('GET /api/booking-terms/:provider_id/', terms);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', send)).toBeVisible();
});

test('an empty request is not sent: day, time and problem are wanted', async () => {
  server.answer('GET /api/booking-terms/:provider_id/', terms);
  const screen = await show(form, { at: '/books/7' });
  await screen.getByRole('button', send).click();
  for (const label of ['Date', 'Time', 'Problem'])
    await expect.element(screen.getByLabelText(label)).toHaveAccessibleDescription(/(required|still to come)\.$/);
  expect(server.asked('POST /api/appointments/create/')).toEqual([]);
});

test('a time that was taken meanwhile offers the nearest free ones, and what was written stays', async () => {
  const screen = await filled();
  server.refuse('POST /api/appointments/create/', 'slot_taken', { free_times: ['2031-03-04T11:30:00+05:30'] });
  await screen.getByRole('button', send).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Error! Please try again.' });
  await expect.element(dialog.getByText('These are free:')).toBeVisible();
  await dialog.getByRole('button').first().click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('Time', { exact: true })).toHaveValue('11:30');
  await expect.element(screen.getByLabelText('Problem')).toHaveValue('A rash on both hands.');
  expect(server.asked('POST /api/appointments/create/')[0]?.body).toEqual(
    expect.objectContaining({ healthcare_provider: 7, problem: 'A rash on both hands.' }),
  );
});

test('without a network it is sent again from the message, with the same key', async () => {
  const screen = await filled();
  server.lose('POST /api/appointments/create/');
  await screen.getByRole('button', send).click();
  await expect.element(screen.getByText('The server cannot be reached. What you typed is still here.')).toBeVisible();
  server.refuse('POST /api/appointments/create/', 'consent_required');
  await screen.getByRole('button', { name: 'Send again' }).click();
  await expect.element(screen.getByText(/^You have asked us to keep nothing about visits\./)).toBeVisible();
  const [first, second] = server.asked('POST /api/appointments/create/');
  expect(second?.key).toBe(first?.key);
});

const withdrawn = { purpose: 'visits', version: 1, state: 'withdrawn', at: '2026-11-24T10:00:00.000Z' } as const;

test('whoever has withdrawn the consent reads so before sending, and agrees again in place', async () => {
  server.answer('GET /api/my-data/consents/', [withdrawn]);
  const screen = await filled();
  await expect.element(screen.getByText(/^You have withdrawn your consent to this/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'My data' })).toHaveAttribute('href', '/my-data');
  expect(screen.getByText(/^By sending this you agree/).elements()).toHaveLength(0);
  server.answer('POST /api/my-data/consents/:purpose/', {});
  server.answer('GET /api/my-data/consents/', [{ ...withdrawn, state: 'given' }]);
  await screen.getByRole('button', { name: 'I agree again' }).click();
  await expect.element(screen.getByText(/^By sending this you agree/)).toHaveFocus();
  const [{ params, body } = {}] = server.asked('POST /api/my-data/consents/:purpose/');
  expect([params, body]).toEqual([{ purpose: 'visits' }, { version: 1 }]);
  await expect.element(screen.getByLabelText('Problem')).toHaveValue('A rash on both hands.');
});

test('who withdrew it meanwhile agrees again where the request was refused, and it is sent', async () => {
  const screen = await filled();
  server.refuse('POST /api/appointments/create/', 'consent_required');
  await screen.getByRole('button', send).click();
  const again = screen.getByRole('alertdialog').getByRole('button', { name: 'I agree again: send it' });
  await expect.element(again).toBeVisible();
  server.answer('POST /api/my-data/consents/:purpose/', {});
  server.lose('POST /api/appointments/create/');
  await again.click();
  await expect.element(screen.getByText(/^The server cannot be reached/)).toBeVisible();
  expect(server.asked('POST /api/my-data/consents/:purpose/')).toHaveLength(1);
});

test('whoever has no profile yet is led to it, and told so before', async () => {
  server.answer('GET /check/', { role: 'unknown', grants: [] });
  const screen = await filled();
  await expect.element(screen.getByText(/^Providers take requests from people with a profile\./)).toBeVisible();
  server.refuse('POST /api/appointments/create/', 'profile_required');
  await screen.getByRole('button', send).click();
  const dialog = screen.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Complete your profile' }).click();
  await expect.poll(() => window.location.pathname).toBe('/register/user/basic');
});

test('where the session is over, one signs in elsewhere and comes back to the request', async () => {
  const screen = await filled();
  server.refuse('POST /api/appointments/create/', 'session_ended');
  server.refuse('POST /token/refresh/', 'session_ended');
  await screen.getByRole('button', send).click();
  await expect.element(screen.getByText('Your session has ended. What you filled in stays here.')).toBeVisible();
  await screen.getByRole('button', { name: 'Back to the request' }).click();
  await expect.element(screen.getByLabelText('Problem')).toHaveValue('A rash on both hands.');
});

test('a time at night is doubted before it is asked for, and one by day is not', async () => {
  const screen = await filled();
  expect(screen.getByText(/is at night/).elements()).toEqual([]);
  await screen.getByLabelText('Time', { exact: true }).fill('03:15');
  await expect
    .element(screen.getByText('03:15 is at night where the provider is. Please check whether you mean it.'))
    .toBeVisible();
});

test('what is pasted into the problem is not cut, and not sent while it is too long', async () => {
  const screen = await filled();
  await screen.getByLabelText('Problem').fill('x'.repeat(6000));
  await expect.element(screen.getByText('Please use at most 2000 characters.')).toBeVisible();
  await screen.getByRole('button', send).click();
  await expect.element(screen.getByLabelText('Problem')).toHaveFocus();
  await expect.element(screen.getByLabelText('Problem')).toHaveValue('x'.repeat(6000));
  expect(server.asked('POST /api/appointments/create/')).toEqual([]);
});

test('providers are not offered to book with themselves', async () => {
  server.answer('GET /current-user/', { user_id: 7, username: 'mehta', email: 'mehta@example.org' });
  server.answer('GET /check/', { role: 'healthcare_provider', grants: [] });
  server.answer('GET /api/booking-terms/:provider_id/', terms);
  const screen = await show(form, { at: '/books/7' });
  await expect.element(screen.getByText('This is your own profile')).toBeVisible();
  expect(screen.getByRole('button', send).elements()).toEqual([]);
});

describe('kinds of visit', () => {
  const usual = { minutes: 30, fee: 500, by_video: false, who_may_book: 'new', confirmation: 'request' } as const;
  const first: Kind = { ...usual, id: 1, name: 'Consultation' };
  const call: Kind = { ...usual, id: 2, name: 'Call', minutes: 15, fee: 300, by_video: true, confirmation: 'at_once' };
  const followUp: Kind = { ...usual, id: 3, name: 'Follow-up', who_may_book: 'known', confirmation: 'known' };
  const create = 'POST /api/appointments/create/';

  async function filledWith(kinds: Kind[], at = '/books/7') {
    server.answer('GET /api/booking-terms/:provider_id/', { ...terms, kinds });
    const screen = await show(form, { at });
    await screen.getByLabelText('Date').fill('2031-03-04');
    await screen.getByLabelText('Time', { exact: true }).fill('10:30');
    await screen.getByLabelText('Problem').fill('A rash on both hands.');
    return screen;
  }
  const sent = () => server.asked(create).map(({ body }) => [body.kind, body.as_read]);

  test('with a single one there is nothing to choose, and what was read goes along', async () => {
    const screen = await filledWith([first]);
    expect(screen.getByRole('radio', { name: /Consultation/ }).elements()).toEqual([]);
    await expect.element(screen.getByText('You send a request.', { exact: false })).toBeVisible();
    server.lose(create);
    await screen.getByRole('button', send).click();
    await expect.poll(sent).toEqual([[1, { minutes: 30, fee: 500, confirmed_at_once: false }]]);
  });

  test('the first is chosen; another one says before sending that it is confirmed at once', async () => {
    const screen = await filledWith([first, call]);
    await expect.element(screen.getByRole('radio', { name: /Consultation/ })).toBeChecked();
    await expect.element(screen.getByText(/Requested first/)).toBeVisible();
    await screen.getByRole('radio', { name: /Call/ }).click();
    await expect
      .element(screen.getByText(/^You book the visit: it is confirmed as soon as you send this\./))
      .toBeVisible();
    await expect.element(screen.getByText('A visit takes 15 minutes.')).toBeVisible();
    expect(screen.getByText(/Requested first/).elements()).toEqual([]);
    expect(screen.getByText(/The request waits until/).elements()).toEqual([]);
    await expect.element(screen.getByLabelText('Time', { exact: true })).toHaveValue('10:30');
    server.lose(create);
    await screen.getByRole('button', { name: 'Book this visit' }).click();
    await expect.poll(sent).toEqual([[2, { minutes: 15, fee: 300, confirmed_at_once: true }]]);
  });

  test('the address names one', async () => {
    const screen = await filledWith([first, call], '/books/7?kind=2');
    await expect.element(screen.getByRole('radio', { name: /Call/ })).toBeChecked();
  });

  test('one for known patients cannot be chosen by a stranger', async () => {
    server.answer('GET /api/known-patient/:provider_id/', { known: false });
    const screen = await filledWith([first, followUp], '/books/7?kind=3');
    await expect.element(screen.getByText('Only for patients who have been here before')).toBeVisible();
    await expect.element(screen.getByRole('radio', { name: /Follow-up/ })).toBeDisabled();
    await expect.element(screen.getByRole('radio', { name: /Consultation/ })).toBeChecked();
  });

  test('a known patient chooses it, and is confirmed at once', async () => {
    server.answer('GET /api/known-patient/:provider_id/', { known: true });
    const screen = await filledWith([first, followUp]);
    await screen.getByRole('radio', { name: /Follow-up/ }).click();
    await expect.element(screen.getByRole('button', { name: 'Book this visit' })).toBeVisible();
  });

  test('one that was changed meanwhile is read again before it is sent, and what was typed stays', async () => {
    const screen = await filledWith([first, call]);
    await screen.getByRole('radio', { name: /Call/ }).click();
    server.answer('GET /api/booking-terms/:provider_id/', { ...terms, kinds: [first, { ...call, minutes: 20 }] });
    server.refuse(create, 'kind_changed');
    await screen.getByRole('button', { name: 'Book this visit' }).click();
    const dialog = screen.getByRole('alertdialog');
    await expect.element(dialog.getByText(/^The provider has just changed this kind of visit\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'Back to the request' }).click();
    await expect.element(screen.getByText('A visit takes 20 minutes.')).toBeVisible();
    await expect.element(screen.getByLabelText('Problem')).toHaveValue('A rash on both hands.');
    server.lose(create);
    await screen.getByRole('button', { name: 'Book this visit' }).click();
    await expect.poll(() => sent().at(-1)).toEqual([2, { minutes: 20, fee: 300, confirmed_at_once: true }]);
  });

  test('one that was retired meanwhile gives way to the first, and what was typed stays', async () => {
    const screen = await filledWith([first, call]);
    await screen.getByRole('radio', { name: /Call/ }).click();
    server.answer('GET /api/booking-terms/:provider_id/', { ...terms, kinds: [first] });
    const message = 'The provider no longer offers this kind of visit. Please choose another one.';
    server.refuse(create, 'kind_changed', { message });
    await screen.getByRole('button', { name: 'Book this visit' }).click();
    await screen.getByRole('button', { name: 'Back to the request' }).click();
    await expect.element(screen.getByText(/Requested first/)).toBeVisible();
    await expect.element(screen.getByLabelText('Problem')).toHaveValue('A rash on both hands.');
    await expect.element(screen.getByRole('button', send)).toBeVisible();
  });
});
