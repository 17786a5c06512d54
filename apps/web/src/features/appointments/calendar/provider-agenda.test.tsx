import type { Appointment } from '@carecommons/contract/appointments';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { appointmentOf } from '../../../../test/appointments.ts';
import { server } from '../../../../test/server.ts';
import { show } from '../../../../test/show.tsx';
import { closeAllToasts } from '../decisions/toasts.ts';
import { ProviderAgenda } from './provider-agenda.tsx';

const approve = 'PUT /api/approve-appointment/:appointment_id/';

let visits: Appointment[];
beforeEach(async () => {
  await page.viewport(1280, 900);
  closeAllToasts();
  visits = ['Asha Kiran', 'Bela Rao', 'Chitra Nair', 'Dev Patil'].map((name, index) =>
    appointmentOf(name, { id: index + 1 }),
  );
  server.answer('GET /check/', { role: 'healthcare_provider', grants: [] });
  server.answer('GET /api/requests-to-answer/', () => visits.filter(({ status }) => status === 'requested'));
  server.answer('GET /api/upcoming-provider/', () =>
    visits.filter(({ status }) => status === 'requested' || status === 'approved'),
  );
  server.answer('GET /api/visits-to-close/', []);
  server.answer('GET /api/appointments/:appointment_id/earlier/', []);
  const set = (id: string, changes: Partial<Appointment>) => {
    visits = visits.map((one) => (one.id === Number(id) ? { ...one, ...changes } : one));
    return visits.find((one) => one.id === Number(id))!;
  };
  server.answer(approve, ({ params }) =>
    set(params.appointment_id!, { status: 'approved', is_approved: true, expires_at: null }),
  );
  server.answer('PUT /api/undo-decision/:appointment_id/', ({ params }) =>
    set(params.appointment_id!, appointmentOf('', { id: Number(params.appointment_id), user: visits[0]!.user })),
  );
});

afterEach(() => void vi.useRealTimers());

const showAgenda = async () => await show(<ProviderAgenda Reports={() => null} />, { at: '/book/provider' });
const cardOf = (name: string) => page.getByRole('article').filter({ hasText: name });
const boxOf = (name: string) => cardOf(name).element().getBoundingClientRect();

test('two presses in one place approve one patient, whose card stays there with the way back', async () => {
  await showAgenda();
  const button = cardOf('Asha Kiran').getByRole('button', { name: 'Approve: Asha Kiran' });
  await expect.element(button).toBeVisible();
  const { x, y, width, height } = button.element().getBoundingClientRect();
  const [next, after] = [boxOf('Bela Rao'), boxOf('Chitra Nair')];
  const spot = { position: { x: x + width / 2, y: y + height / 2 } };
  const whole = page.elementLocator(document.documentElement);
  await userEvent.click(whole, spot);
  await expect.element(cardOf('Asha Kiran').getByText(/^Approved: Asha Kiran/)).toHaveFocus();
  await expect.element(cardOf('Asha Kiran').getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.poll(() => server.asked('GET /api/requests-to-answer/').length).toBeGreaterThan(1);
  await userEvent.click(whole, spot);
  await userEvent.dblClick(whole, spot);
  expect([boxOf('Bela Rao'), boxOf('Chitra Nair')]).toEqual([next, after]);
  expect(server.asked(approve).map(({ params }) => params.appointment_id)).toEqual(['1']);
  await expect.element(page.getByRole('heading', { name: 'Waiting for your decision 3' })).toBeVisible();
  // It is said in its place, and nowhere else over the page.
  expect(page.getByText(/^Approved: Asha Kiran/).elements()).toHaveLength(1);
});

test('a double click approves one patient', async () => {
  await showAgenda();
  await cardOf('Bela Rao').getByRole('button', { name: 'Approve: Bela Rao' }).dblClick();
  await expect.element(cardOf('Bela Rao').getByText(/^Approved: Bela Rao/)).toBeVisible();
  await expect.poll(() => server.asked('GET /api/requests-to-answer/').length).toBeGreaterThan(1);
  expect(server.asked(approve).map(({ params }) => params.appointment_id)).toEqual(['2']);
});

test('Undo in the card lets the request wait again, in its place', async () => {
  await showAgenda();
  await cardOf('Asha Kiran').getByRole('button', { name: 'Approve: Asha Kiran' }).click();
  await expect.poll(() => server.asked('GET /api/requests-to-answer/').length).toBeGreaterThan(1);
  await cardOf('Asha Kiran').getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText(/^Taken back, it waits for an answer again: Asha Kiran/)).toHaveFocus();
  await expect.element(cardOf('Asha Kiran').getByRole('button', { name: 'Approve: Asha Kiran' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Waiting for your decision 4' })).toBeVisible();
});

test('what was not approved waits in its place, and the message names the patient', async () => {
  server.refuse(approve, 'wrong_state', { message: 'The patient has cancelled it.' });
  await showAgenda();
  await cardOf('Bela Rao').getByRole('button', { name: 'Approve: Bela Rao' }).click();
  const alert = page.getByRole('alertdialog', { name: 'The request was not approved' });
  await expect.element(alert.getByText(/^Bela Rao, /)).toBeVisible();
  await expect.element(alert.getByText('The patient has cancelled it.')).toBeVisible();
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect.element(cardOf('Bela Rao').getByRole('button', { name: 'Approve: Bela Rao' })).toBeVisible();
});

test('each button of a card names its patient, and begins with the words that are seen', async () => {
  await showAgenda();
  await expect.element(cardOf('Asha Kiran').getByRole('button', { name: 'Approve: Asha Kiran' })).toBeVisible();
  const buttons = cardOf('Asha Kiran').getByRole('button').elements();
  const names = buttons.map((button) => [button.textContent, button.getAttribute('aria-label')]);
  expect(names).toEqual(['Approve', 'Decline', 'Propose another time'].map((words) => [words, `${words}: Asha Kiran`]));
});

test('a visit that is over stays, with the way to its report, until it is said how it went', async () => {
  const start = new Date(Date.now() - 3_600_000).toISOString();
  let over = ['Esha Das', 'Farid Khan'].map((name, index) =>
    appointmentOf(name, { id: 11 + index, status: 'approved', appointment_datetime: start, ends_at: start }),
  );
  server.answer('GET /api/visits-to-close/', () => over);
  server.answer('PUT /api/complete-appointment/:appointment_id/', ({ params }) => {
    const done = over.find(({ id }) => id === Number(params.appointment_id))!;
    over = over.filter((one) => one !== done);
    return { ...done, status: 'completed' as const };
  });
  await showAgenda();
  await expect.element(page.getByRole('heading', { name: 'Over — did the patient come?' })).toBeVisible();
  const report = cardOf('Esha Das').getByRole('link', { name: 'Generate Report: Esha Das' });
  await expect.element(report).toHaveAttribute('href', '/record/11');
  const next = boxOf('Farid Khan');
  // Neither the other patient nor the other outcome is meant by the second press.
  await cardOf('Esha Das').getByRole('button', { name: 'Mark as completed: Esha Das' }).dblClick();
  await expect.element(page.getByText(/^Completed: Esha Das/)).toBeVisible();
  await expect.poll(() => server.asked('GET /api/visits-to-close/').length).toBeGreaterThan(1);
  expect(server.asked('PUT /api/complete-appointment/:appointment_id/')).toHaveLength(1);
  expect(server.asked('PUT /api/no-show-appointment/:appointment_id/')).toEqual([]);
  expect(boxOf('Farid Khan')).toEqual(next);
  await expect.element(report).toBeVisible();
});

test('the cards move up once nothing can be taken back and the pointer has left them', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  await showAgenda();
  await cardOf('Asha Kiran').getByRole('button', { name: 'Approve: Asha Kiran' }).click();
  await expect.element(cardOf('Asha Kiran').getByRole('button', { name: 'Undo' })).toBeVisible();
  const away = page.getByRole('heading', { name: 'Your days' });
  await userEvent.hover(away);
  await secondsLater(1);
  expect(firstInList()).toContain('Asha Kiran');
  await userEvent.hover(cardOf('Asha Kiran'));
  await secondsLater(10);
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
  expect(firstInList()).toContain('Asha Kiran');
  await userEvent.hover(away);
  await expect.poll(firstInList).toContain('Bela Rao');
  // Now it is in its day.
  await expect.element(cardOf('Asha Kiran')).toBeVisible();
});

describe('several at once', () => {
  const line = 'PUT /api/approve-appointments/';
  const approved = (id: number) => {
    visits = visits.map((one) => (one.id === id ? appointmentOf(one.user.name, { id, status: 'approved' }) : one));
    return { code: null, message: null, appointment: visits.find((one) => one.id === id)! };
  };

  test('all in one press, each with its own way back, and no more than one call', async () => {
    server.answer(line, ({ body }) => body.appointments.map((id) => approved(id)));
    await showAgenda();
    await page.getByRole('button', { name: 'Approve all 4' }).dblClick();
    await expect.element(page.getByText(/^4 requests are approved\. Each can be taken back/)).toBeVisible();
    expect(server.asked(line).map(({ body }) => body)).toEqual([{ appointments: [1, 2, 3, 4] }]);
    expect(page.getByRole('button', { name: 'Undo' }).elements()).toHaveLength(4);
    await cardOf('Asha Kiran').getByRole('button', { name: 'Undo' }).click();
    await expect.element(cardOf('Asha Kiran').getByRole('button', { name: 'Approve: Asha Kiran' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Undo' }).elements()).toHaveLength(3);
    const undone = server.asked('PUT /api/undo-decision/:appointment_id/');
    expect(undone.map(({ params }) => params.appointment_id)).toEqual(['1']);
  });

  test('those that are chosen, by keyboard; one that fails says why and stays', async () => {
    server.answer(line, ({ body }) =>
      body.appointments.map((id) =>
        id === 3 ? { code: 'wrong_state', message: 'This request has expired.', appointment: null } : approved(id),
      ),
    );
    await showAgenda();
    for (const name of ['Asha Kiran', 'Chitra Nair']) {
      await expect.element(cardOf(name).getByRole('checkbox')).toBeVisible();
      (cardOf(name).getByRole('checkbox').element() as HTMLElement).focus();
      await userEvent.keyboard(' ');
    }
    (page.getByRole('button', { name: 'Approve the 2 chosen' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/^1 request is approved\./)).toBeVisible();
    await expect.element(page.getByText(/^Chitra Nair, .*: This request has expired\.$/)).toBeVisible();
    expect(server.asked(line).map(({ body }) => body)).toEqual([{ appointments: [1, 3] }]);
    await expect.element(cardOf('Asha Kiran').getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect.element(cardOf('Chitra Nair').getByRole('button', { name: 'Approve: Chitra Nair' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Approve all 3' })).toBeVisible();
  });

  test('where the server is away nothing is approved, and it can be pressed again', async () => {
    server.lose(line);
    await showAgenda();
    await page.getByRole('button', { name: 'Approve all 4' }).click();
    await expect.element(page.getByText(/^The server cannot be reached\. Please try again/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Approve all 4' })).toBeVisible();
  });

  test('a single request has its own button alone', async () => {
    visits = visits.slice(0, 1);
    await showAgenda();
    await expect.element(cardOf('Asha Kiran').getByRole('button', { name: 'Approve: Asha Kiran' })).toBeVisible();
    expect(page.getByRole('checkbox').elements()).toEqual([]);
    expect(page.getByRole('button', { name: /^Approve/ }).elements()).toHaveLength(1);
  });
});

const firstInList = () => page.getByRole('listitem').elements()[0]?.textContent;

/** What happens by the clock, which an expectation that waits moves, too. */
async function secondsLater(seconds: number) {
  vi.advanceTimersByTime(seconds * 1000);
  await new Promise(requestAnimationFrame);
}
