import { expect, test } from 'vitest';
import { server } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { useAppointmentsPath } from './role.ts';
import { storeTokens } from './session.ts';

function Shown() {
  return <p>{useAppointmentsPath()}</p>;
}
const tokenOf = (role: string) => ({ access: `head.${btoa(JSON.stringify({ sub: '7', role }))}.mark`, refresh: 'x' });

test('a provider’s appointments are a provider’s at once, before the server was asked', async () => {
  server.answer('GET /check/', { role: 'patient', grants: [] });
  const arrive = server.hold('GET /check/');
  storeTokens(tokenOf('healthcare_provider'));
  const screen = await show(<Shown />, { signedIn: false });
  await expect.element(screen.getByText('/book/provider', { exact: true })).toBeVisible();
  // What the server says counts more.
  arrive();
  await expect.element(screen.getByText('/book', { exact: true })).toBeVisible();
});

test('everybody else’s are a patient’s', async () => {
  server.answer('GET /check/', { role: 'patient', grants: [] });
  storeTokens(tokenOf('unknown'));
  const screen = await show(<Shown />, { signedIn: false });
  await expect.element(screen.getByText('/book', { exact: true })).toBeVisible();
});
