import { expect, test, vi } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { readTokens } from '../../lib/session/session.ts';
import { LoginForm } from './login-form.tsx';
import { handOverAccount, takeAccount } from './new-account.ts';

type Screen = Awaited<ReturnType<typeof show>>;
const form = <LoginForm next={undefined} />;
const signIn = (screen: Screen) => screen.getByRole('button', { name: 'Sign in' }).click();
const codeWanted = { ticket: 'a-ticket', ways: { code: true, passkey: null } };

async function giveName(screen: Screen) {
  await screen.getByLabelText('Username').fill('asha');
  await screen.getByLabelText('Password').fill('wet otters sing');
  await signIn(screen);
}

test('an empty form is not sent, and says which fields are missing', async () => {
  const screen = await show(form, { signedIn: false });
  await signIn(screen);
  await expect.element(screen.getByLabelText('Username')).toHaveAccessibleDescription(/This is required\.$/);
  await expect.element(screen.getByLabelText('Password')).toHaveAccessibleDescription('This is required.');
  await expect.element(screen.getByLabelText('Username')).toHaveFocus();
});

test('a wrong password is said in the words of the specification, once', async () => {
  server.refuse('POST /token/', 'invalid_credentials');
  const screen = await show(form, { signedIn: false });
  await giveName(screen);
  await expect.element(screen.getByText('Invalid username or password. Please try again.')).toBeVisible();
  expect(server.asked('POST /token/').map(({ body }) => body)).toEqual([
    { username: 'asha', password: 'wet otters sing' },
  ]);
  expect(readTokens()).toBeUndefined();
});

test('why else it was refused is said under it', async () => {
  server.refuse('POST /token/', 'too_many_requests');
  const screen = await show(form, { signedIn: false });
  await giveName(screen);
  await expect.element(screen.getByText('Too many attempts. Please wait a moment and try again.')).toBeVisible();
});

test('whoever has no profile yet is led to it', async () => {
  server.answer('POST /token/', { access: 'new', refresh: 'new' });
  server.answer('GET /check/', { role: 'unknown', grants: [] });
  const screen = await show(form, { signedIn: false, at: '/login' });
  await giveName(screen);
  await expect.poll(() => window.location.pathname).toBe('/register/user/basic');
  expect(readTokens()).toEqual({ access: 'new', refresh: 'new' });
});

test('the second step takes a code, says a wrong one, and leads back', async () => {
  server.refuse('POST /token/', 'code_required', codeWanted);
  server.refuse('POST /token/code/', 'invalid_code');
  const screen = await show(form, { signedIn: false });
  await giveName(screen);
  await expect.element(screen.getByLabelText('Code')).toHaveFocus();
  await signIn(screen);
  await expect.element(screen.getByLabelText('Code')).toHaveAccessibleDescription(/This is required\.$/);
  await screen.getByLabelText('Code').fill('000000');
  await signIn(screen);
  await expect.element(screen.getByText('You are not signed in yet.')).toBeVisible();
  expect(server.asked('POST /token/code/')[0]?.body).toEqual({ ticket: 'a-ticket', code: '000000' });
  await screen.getByRole('button', { name: 'Use another account' }).click();
  await expect.element(screen.getByLabelText('Username')).toBeVisible();
});

test('a sign-in that took too long begins again', async () => {
  server.refuse('POST /token/', 'code_required', codeWanted);
  server.refuse('POST /token/code/', 'sign_in_ended');
  const screen = await show(form, { signedIn: false });
  await giveName(screen);
  await screen.getByLabelText('Code').fill('123456');
  await signIn(screen);
  await screen.getByRole('button', { name: 'Begin again' }).click();
  await expect.element(screen.getByLabelText('Username')).toBeVisible();
});

test('an account whose only way does not work at this address is told so', async () => {
  server.refuse('POST /token/', 'code_required', { ticket: 'a-ticket', ways: { code: false, passkey: null } });
  const screen = await show(form, { signedIn: false });
  await giveName(screen);
  await expect
    .element(screen.getByText(/^Your account needs a passkey, which does not work at this address/))
    .toBeVisible();
});

test('an account that was just opened is signed in to by itself, once, and its password is left nowhere', async () => {
  server.answer('POST /token/', { access: 'new', refresh: 'new' });
  server.answer('GET /check/', { role: 'unknown', grants: [] });
  handOverAccount({ username: 'asha', password: 'wet otters sing' });
  const screen = await show(<LoginForm next="/books/4" />, { signedIn: false, at: '/login?next=/books/4' });
  await expect.poll(() => window.location.pathname).toBe('/register/user/basic');
  expect(server.asked('POST /token/').map(({ body }) => body)).toEqual([
    { username: 'asha', password: 'wet otters sing' },
  ]);
  expect((window.history.state as { next: string }).next).toBe('/books/4');
  const traces = [document.documentElement.outerHTML, JSON.stringify([localStorage, sessionStorage, history.state])];
  expect(traces.join('')).not.toContain('otters');
  expect(takeAccount()).toBeUndefined();
  await screen.unmount();
  await show(form, { signedIn: false, at: '/login' });
  expect(server.asked('POST /token/')).toHaveLength(1);
});

test('where it cannot be signed in to, its name and password are there to try again', async () => {
  server.lose('POST /token/');
  handOverAccount({ username: 'asha', password: 'wet otters sing' });
  const screen = await show(form, { signedIn: false, at: '/login' });
  await expect.element(screen.getByText('The server cannot be reached. What you typed is still here.')).toBeVisible();
  await expect.element(screen.getByLabelText('Username')).toHaveValue('asha');
  server.answer('POST /token/', { access: 'new', refresh: 'new' });
  server.answer('GET /check/', { role: 'unknown', grants: [] });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => window.location.pathname).toBe('/register/user/basic');
});

test('an account that nobody signs in to is forgotten', async () => {
  vi.useFakeTimers();
  handOverAccount({ username: 'asha', password: 'wet otters sing' });
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  expect(takeAccount()).toBeUndefined();
});
