import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { server } from '../../test/server.ts';
import { show } from '../../test/show.tsx';
import { UrgentHelp } from './urgent-help.tsx';

test('an emergency shows the number to call', async () => {
  server.answer('GET /search/urgency/', { urgent: 'emergency' });
  await show(<UrgentHelp q="chest pain" />, { site: { emergency_number: '911' } });
  await expect.element(page.getByRole('alert').getByText(/call 911 now/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
  expect(page.getByRole('link').elements()).toHaveLength(1);
});

test('somebody who thinks of dying sees the crisis line before the emergency number', async () => {
  server.answer('GET /search/urgency/', { urgent: 'crisis' });
  await show(<UrgentHelp q="I want to die" />);
  await expect.element(page.getByRole('link', { name: 'Call Tele-MANAS 14416' })).toHaveAttribute('href', 'tel:14416');
  expect(
    page
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(['Call Tele-MANAS 14416', 'Call 112']);
});

test('an ordinary search shows none', async () => {
  server.answer('GET /search/urgency/', { urgent: null });
  await show(<UrgentHelp q="heart doctor" />);
  await expect.poll(() => server.asked('GET /search/urgency/')).toHaveLength(1);
  expect(page.getByRole('alert').elements()).toHaveLength(0);
});
