import type { Appointment } from '@carecommons/contract/appointments';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { ChangeButtons } from './change-buttons.tsx';
import { DecideButtons } from './decide-buttons.tsx';
import { closeAllToasts } from './toasts.ts';
import { useDecisions } from './use-decisions.tsx';

const hourMs = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const me = 1;

const request = (more: Partial<Appointment> = {}): Appointment => ({
  id: 4,
  appointment_datetime: at(72),
  ends_at: at(72.5),
  time_zone: 'Asia/Kolkata',
  problem: 'I cannot sleep.',
  is_approved: false,
  status: 'requested',
  requested_at: at(-1),
  proposed_by: 'patient',
  offered: false,
  expires_at: at(24),
  undo_until: null,
  cancel_until: at(48),
  move_until: at(48),
  moves_id: null,
  moved_to_id: null,
  proposal: null,
  reason: null,
  ended_by: null,
  kind: null,
  confirmed_at_once: false,
  healthcare_provider: { user: me, name: 'Dr. Asha', phone: '1', fees: 500, address: '1 Road', suspended: false },
  user: { user: 2, name: 'Ravi Kumar', phone: '2' },
  ...more,
});
/** The same, as the patient sees it. */
const own = (more: Partial<Appointment> = {}) =>
  request({
    healthcare_provider: { user: 5, name: 'Dr. Meera', phone: '1', fees: 500, address: '1 Road', suspended: false },
    user: { user: me, name: 'Asha Rao', phone: '2' },
    ...more,
  });

const terms = {
  publishes_hours: true,
  visit_minutes: 30,
  horizon_days: 60,
  answer_hours: 48,
  cancel_minutes: 60,
  move_minutes: 60,
  offer_minutes: 60,
  usual_answer_minutes: null,
  kinds: [],
};

function Decide({ appointment }: { appointment: Appointment }) {
  const { onMake } = useDecisions();
  return <DecideButtons appointment={appointment} onMake={onMake} />;
}

beforeEach(() => closeAllToasts());

const approve = 'PUT /api/approve-appointment/:appointment_id/';
const decline = 'PUT /api/decline-appointment/:appointment_id/';
const undo = 'PUT /api/undo-decision/:appointment_id/';
const cancel = 'PUT /api/cancel-appointment/:appointment_id/';
const move = 'POST /api/appointments/:appointment_id/move/';
const free = 'GET /api/appointments/:appointment_id/free-times/';

test('an approval is said at once, with the way back, which takes it back', async () => {
  const approved = request({ status: 'approved', is_approved: true, expires_at: null, undo_until: at(0.003) });
  server.answer(approve, approved);
  server.answer(undo, request());
  const screen = await show(<Decide appointment={request()} />, { at: '/book/provider' });
  await screen.getByRole('button', { name: 'Approve: Ravi Kumar' }).click();
  await expect.element(screen.getByText(/^Approved: Ravi Kumar/)).toBeVisible();
  await screen.getByRole('button', { name: /^Undo/ }).click();
  await expect.element(screen.getByText(/^Taken back, it waits for an answer again/)).toBeVisible();
  await expect.poll(() => server.asked(undo).map(({ params }) => params.appointment_id)).toEqual(['4']);
});

test('an approval that the server refuses is said to have failed, and not that it was made', async () => {
  server.refuse(approve, 'wrong_state');
  const screen = await show(<Decide appointment={request()} />, { at: '/book/provider' });
  await screen.getByRole('button', { name: 'Approve: Ravi Kumar' }).click();
  await expect.element(screen.getByRole('alertdialog', { name: 'The request was not approved' })).toBeVisible();
  expect(screen.getByText(/^Approved:/).elements()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Close' }).click();
});

test('one that did not arrive can be tried again', async () => {
  server.lose(approve);
  const screen = await show(<Decide appointment={request()} />, { at: '/book/provider' });
  await screen.getByRole('button', { name: 'Approve: Ravi Kumar' }).click();
  await expect.element(screen.getByText(/^The server cannot be reached\./)).toBeVisible();
  server.answer(approve, request({ status: 'approved', is_approved: true, expires_at: null }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/^Approved: Ravi Kumar/)).toBeVisible();
});

test('a provider gives a reason to decline, a usual one at a press; a patient need not', async () => {
  server.answer(decline, request({ status: 'declined', expires_at: null, ended_by: 'provider', reason: 'x' }));
  const screen = await show(<Decide appointment={request()} />, { at: '/book/provider' });
  await screen.getByRole('button', { name: 'Decline: Ravi Kumar' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Decline this request?' });
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect.element(dialog.getByLabelText('In your own words')).toHaveAccessibleDescription(/This is required\.$/);
  expect(server.asked(decline)).toEqual([]);
  await dialog.getByRole('radio').first().click();
  await expect.element(dialog.getByLabelText('In your own words')).not.toHaveValue('');
  const reason = (dialog.getByLabelText('In your own words').element() as HTMLTextAreaElement).value;
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect.element(screen.getByText(/^Declined: Ravi Kumar/)).toBeVisible();
  await expect.poll(() => server.asked(decline).map(({ body }) => body)).toEqual([{ reason }]);
});

test.for([
  ['one’s own request', own(), []],
  ['a request that has expired', request({ expires_at: at(-1) }), []],
  ['a time that the provider proposes', own({ proposed_by: 'provider' }), ['Accept', 'Decline']],
  [
    'a time that a suspended provider proposes',
    own({ proposed_by: 'provider', healthcare_provider: { ...own().healthcare_provider, suspended: true } }),
    ['Decline'],
  ],
  ['a visit', request({ status: 'approved', is_approved: true, expires_at: null }), []],
] as const)('what can be answered: %s', async ([, appointment, buttons]) => {
  const screen = await show(
    <>
      <p>Here</p>
      <Decide appointment={appointment} />
    </>,
    { at: '/book' },
  );
  await expect.element(screen.getByText('Here')).toBeVisible();
  await expect.poll(() => server.asked('GET /current-user/').length).toBeGreaterThan(0);
  await expect
    .poll(() =>
      screen
        .getByRole('button')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(buttons);
});

test('a patient cancels a visit without a reason; where that fails, the visit stays and it is said', async () => {
  const visit = own({ status: 'approved', is_approved: true, expires_at: null });
  server.refuse(cancel, 'wrong_state');
  const screen = await show(<ChangeButtons appointment={visit} />, { at: '/book' });
  await screen.getByRole('button', { name: 'Cancel the visit: Dr. Meera' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Cancel this visit?' });
  const go = dialog.getByRole('button', { name: 'Cancel the visit' });
  await go.click();
  await expect.element(dialog.getByText('The visit was not cancelled.')).toBeVisible();
  server.answer(cancel, own({ status: 'cancelled', expires_at: null, ended_by: 'patient' }));
  await go.click();
  await expect.element(screen.getByText(/^Cancelled: Dr\. Meera/)).toBeVisible();
  expect(server.asked(cancel).at(-1)?.body).toEqual({ reason: null });
});

test('another time is chosen out of the nearest free ones, and goes again with the same key', async () => {
  const [first, second] = [at(96), at(97)];
  server.answer(free, [first, second]);
  server.answer('GET /api/booking-terms/:provider_id/', terms);
  server.refuse(move, 'busy');
  const screen = await show(<ChangeButtons appointment={own()} />, { at: '/book' });
  await screen.getByRole('button', { name: 'Ask for another time: Dr. Meera' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Ask for another time' });
  const go = dialog.getByRole('button', { name: 'Ask for this time' });
  await go.click();
  await expect.element(dialog.getByText('Please choose a time.')).toBeVisible();
  expect(server.asked(move)).toEqual([]);
  await dialog.getByRole('radiogroup').getByRole('radio').last().click();
  await go.click();
  await expect.element(dialog.getByText('The new time could not be sent.')).toBeVisible();
  server.answer(move, own({ id: 5, moves_id: 4, appointment_datetime: second }));
  await go.click();
  await expect.element(screen.getByText(/^New time proposed: Dr\. Meera/)).toBeVisible();
  const [before, after] = server.asked(move);
  expect(after?.body).toEqual({ appointment_datetime: second, reason: null });
  expect(after?.key).toBe(before?.key);
});

test('a time that was taken meanwhile is no longer chosen: another one has to be', async () => {
  const [first, second] = [at(96), at(97)];
  server.answer(free, [first]);
  server.answer('GET /api/booking-terms/:provider_id/', terms);
  server.refuse(move, 'slot_taken', { free_times: [second] });
  const screen = await show(<ChangeButtons appointment={own()} />, { at: '/book' });
  await screen.getByRole('button', { name: 'Ask for another time: Dr. Meera' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Ask for another time' });
  const go = dialog.getByRole('button', { name: 'Ask for this time' });
  await dialog.getByRole('radiogroup').getByRole('radio').first().click();
  await go.click();
  await expect.element(dialog.getByText('The new time could not be sent.')).toBeVisible();
  await go.click();
  await expect.element(dialog.getByText('Please choose a time.')).toBeVisible();
  expect(server.asked(move)).toHaveLength(1);
});
