import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { AccountMenu } from './account-menu.tsx';
import { UnreadCount, UnreadLine } from './unread.tsx';

const waits = { unread_messages: 0, reports: null, claims: null, failed_emails: null };

test('a patient’s menu leads to the account and the dashboard', async () => {
  server.answer('GET /check/', { role: 'patient', grants: [] });
  server.answer('GET /api/what-waits/', waits);
  const screen = await show(<AccountMenu />);
  await screen.getByRole('button', { name: 'Your account' }).click();
  const links = screen.getByRole('link').elements();
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/account', '/dashboard']);
});

test('who holds grants is led to what they are for, with how much waits', async () => {
  server.answer('GET /check/', { role: 'patient', grants: ['administrator', 'moderator', 'verifier'] });
  server.answer('GET /api/what-waits/', { unread_messages: 3, reports: 4, claims: 1, failed_emails: 0 });
  const screen = await show(<AccountMenu />);
  const button = screen.getByRole('button', { name: 'Your account 5 are waiting' });
  await button.click();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await expect.element(screen.getByRole('link', { name: 'Moderation 4 are waiting' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Verification of providers 1 is waiting' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Administration', exact: true })).toBeVisible();
});

test('the menu closes by Escape, where the focus stays at its button, and when one goes elsewhere', async () => {
  server.answer('GET /check/', { role: 'patient', grants: [] });
  server.answer('GET /api/what-waits/', waits);
  const screen = await show(
    <>
      <AccountMenu />
      <button type="button">Elsewhere</button>
    </>,
  );
  const button = screen.getByRole('button', { name: 'Your account' });
  await button.click();
  (screen.getByRole('link').first().element() as HTMLElement).focus();
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  (screen.getByRole('button', { name: 'Elsewhere' }).element() as HTMLElement).focus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
});

test('unread messages are counted at the chat, and in a line that leads to it', async () => {
  server.answer('GET /api/what-waits/', { ...waits, unread_messages: 100 });
  const screen = await show(
    <>
      <a href="/chat">
        Chat <UnreadCount />
      </a>
      <UnreadLine />
    </>,
  );
  await expect.element(screen.getByRole('link', { name: 'Chat more than 99 unread messages' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'More than 99 unread messages in the chat' })).toBeVisible();
});
