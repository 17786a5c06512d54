import type { AuthenticationResponse, RegistrationResponse, RequestOptions } from '@carecommons/contract/passkeys';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { type Call, CallError } from '../calls/call.ts';

/** Waits for the browser's own window. Whether it was closed, or nothing fitted, browsers do not tell: `message` says both. */
async function asking<T>(window: () => Promise<unknown>, message: string): Promise<T> {
  try {
    return (await window()) as T;
  } catch {
    throw new CallError(0, { code: 'no_passkey', message, errors: [] });
  }
}

/** Opens a session by a passkey. Throws a CallError, with status 0 where the browser gave none. */
export async function signInByPasskey(api: Call) {
  const optionsJSON = await api.call('POST /token/passkey/options/', { body: {} });
  const passkey = await asking<AuthenticationResponse>(() => startAuthentication({ optionsJSON }), '');
  return await api.call('POST /token/passkey/', { body: { passkey } });
}

/** Does the second step of a sign-in by a passkey. Throws a CallError, with status 0 where the browser gave none. */
export async function enterByPasskey(api: Call, ticket: string, optionsJSON: RequestOptions) {
  const passkey = await asking<AuthenticationResponse>(() => startAuthentication({ optionsJSON }), '');
  return await api.call('POST /token/passkey/', { body: { passkey, ticket } });
}

/** Confirms the running session by a passkey. Throws a CallError, with status 0 where the browser gave none. */
export async function confirmByPasskey(api: Call) {
  const optionsJSON = await api.call('POST /account/second-factor/confirm/options/', { body: {} });
  const passkey = await asking<AuthenticationResponse>(() => startAuthentication({ optionsJSON }), '');
  await api.call('POST /account/second-factor/confirm/', { body: { passkey } });
}

interface NewPasskey {
  name: string;
  current_password: string;
}

/** Lets the browser make a passkey, adds it, and gives the recovery codes that came with a first factor. Throws a CallError. */
export async function addPasskey(api: Call, { name, current_password }: NewPasskey, message: string) {
  const optionsJSON = await api.call('POST /account/second-factor/passkeys/options/', { body: { current_password } });
  const passkey = await asking<RegistrationResponse>(() => startRegistration({ optionsJSON }), message);
  const added = await api.call('POST /account/second-factor/passkeys/', { body: { name, passkey } });
  return added.recovery_codes ?? undefined;
}
