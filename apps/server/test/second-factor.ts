import type { TestApp } from './app.ts';
import { codeAt } from './authenticator.ts';
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
