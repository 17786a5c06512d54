import type { TestApp } from './app.ts';
import { codeAt, openAuthenticator } from './authenticator.ts';
import type { Person } from './factories.ts';

/** The code that an authenticator app shows, so many half minutes from now. */
export function codeOf(t: Pick<TestApp, 'clock'>, secret: string, halfMinutes = 0): string {
  return codeAt(secret, new Date(t.clock.now().getTime() + 30_000 * halfMinutes));
}

/** Sets up an authenticator app of a person through the API; its first code is used up by that. */
export async function addApp(
  t: Pick<TestApp, 'call' | 'clock'>,
  { access, password }: Pick<Person, 'access' | 'password'>,
) {
  const started = await t.call('POST /account/second-factor/app/', { as: access, body: {} });
  const { secret } = started.body as { secret: string };
  const body = { current_password: password, code: codeOf(t, secret) };
  const confirmed = await t.call('POST /account/second-factor/app/confirm/', { as: access, body });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  return { secret, recovery: confirmed.body.recovery_codes as string[] };
}

/** Adds a passkey of a person through the API; with the first factor come recovery codes. */
export async function addPasskey(
  t: Pick<TestApp, 'call'>,
  { access, password }: Pick<Person, 'access' | 'password'>,
  name = 'My phone',
) {
  const at = 'POST /account/second-factor/passkeys/';
  const authenticator = openAuthenticator();
  const { body: options } = await t.call(`${at}options/`, { as: access, body: { current_password: password } });
  const body = { name, passkey: authenticator.create(options) };
  const added = await t.call(at, { as: access, body });
  if (added.status !== 201) throw new Error(added.text);
  return { authenticator, id: added.body.id as number, recovery: (added.body.recovery_codes ?? []) as string[] };
}
