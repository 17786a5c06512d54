import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { RegistrationForm } from './registration-form.tsx';

type Screen = Awaited<ReturnType<typeof show>>;
const register = (screen: Screen) => screen.getByRole('button', { name: 'Register' }).click();

async function fill(screen: Screen, { email = 'asha@example.org', password = 'wet otters sing' } = {}) {
  await screen.getByLabelText('Username').fill('asha');
  await screen.getByLabelText('Email').fill(email);
  await screen.getByLabelText('Password').fill(password);
}

test('an empty form is not sent: each field says so, and the first has the focus', async () => {
  const screen = await show(<RegistrationForm next={undefined} />, { signedIn: false });
  await register(screen);
  await expect.element(screen.getByLabelText('Username')).toHaveFocus();
  for (const label of ['Username', 'Email', 'Password'])
    await expect.element(screen.getByLabelText(label)).toHaveAccessibleDescription(/This is required\.$/);
});

test('an address that is none and a short password are said before anything is sent', async () => {
  const screen = await show(<RegistrationForm next={undefined} />, { signedIn: false });
  await fill(screen, { email: 'asha', password: 'otters' });
  await register(screen);
  await expect
    .element(screen.getByLabelText('Email'))
    .toHaveAccessibleDescription(/Please enter an email address like name@example\.org\.$/);
  await expect
    .element(screen.getByLabelText('Password'))
    .toHaveAccessibleDescription(/Please use at least 8 characters\.$/);
});

test('what is wrong with a field goes as soon as it is changed', async () => {
  const screen = await show(<RegistrationForm next={undefined} />, { signedIn: false });
  await register(screen);
  await expect.element(screen.getByLabelText('Username')).toBeInvalid();
  await screen.getByLabelText('Username').fill('a');
  await expect.element(screen.getByLabelText('Username')).not.toHaveAttribute('aria-invalid');
  await expect.element(screen.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true');
});

test('a name that is taken is said in the words of the server, beside the field', async () => {
  const message = 'That username is taken. Please choose another.';
  server.refuse('POST /register/user/', 'username_taken', { errors: [{ field: 'username', message }] });
  const screen = await show(<RegistrationForm next={undefined} />, { signedIn: false });
  await fill(screen);
  await register(screen);
  await expect.element(screen.getByLabelText('Username')).toHaveAccessibleDescription(new RegExp(`${message}$`));
  await expect.element(screen.getByLabelText('Username')).toHaveFocus();
  await expect.element(screen.getByLabelText('Password')).toHaveValue('wet otters sing');
});

test('without a network it says so, keeps what was typed, and tries again', async () => {
  server.lose('POST /register/user/');
  const screen = await show(<RegistrationForm next={undefined} />, { signedIn: false });
  await fill(screen);
  await register(screen);
  await expect.element(screen.getByText('Registration failed. Please try again.')).toBeVisible();
  await expect.element(screen.getByText('The server cannot be reached. What you typed is still here.')).toBeVisible();
  server.answer('POST /register/user/', { id: 1, username: 'asha', message: 'Done' });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Registration Successful!')).toBeVisible();
  expect(server.asked('POST /register/user/').map(({ body }) => body)).toEqual([
    { username: 'asha', email: 'asha@example.org', password: 'wet otters sing' },
    { username: 'asha', email: 'asha@example.org', password: 'wet otters sing' },
  ]);
});

test('it is sent once, however often it is pressed', async () => {
  server.answer('POST /register/user/', { id: 1, username: 'asha', message: 'Done' });
  const arrive = server.hold('POST /register/user/');
  const screen = await show(<RegistrationForm next={undefined} />, { signedIn: false });
  await fill(screen);
  await register(screen);
  const busy = screen.getByRole('button', { name: /^Regist/ });
  await expect.element(busy).toHaveTextContent('Registering...');
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  (busy.element() as HTMLElement).click();
  arrive();
  await expect.element(screen.getByText('Registration Successful!')).toBeVisible();
  expect(server.asked('POST /register/user/')).toHaveLength(1);
});

test('a password can be looked at while it is typed', async () => {
  const screen = await show(<RegistrationForm next={undefined} />, { signedIn: false });
  await screen.getByRole('button', { name: 'Show what is typed' }).click();
  await expect.element(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  await screen.getByRole('button', { name: 'Hide what is typed' }).click();
  await expect.element(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
});
