import * as z from 'zod/mini';
import { strict } from './fields.ts';

// Passkey messages between browser and server, in the JSON of W3C Web Authentication Level 3.

const base64url = z.string().check(z.regex(/^[\w-]{1,4000}$/, 'This is not base64url.'));
const attachment = z.optional(z.enum(['platform', 'cross-platform']));
const extensionResults = z.record(z.string(), z.unknown());
const publicKey = z.literal('public-key');
const verified = z.literal('required');
const credential = z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) });

export const registrationResponse = strict({
  id: base64url,
  rawId: base64url,
  type: publicKey,
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
  response: strict({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
    publicKeyAlgorithm: z.optional(z.int()),
    publicKey: z.optional(base64url),
    authenticatorData: z.optional(base64url),
  }),
});
export type RegistrationResponse = z.output<typeof registrationResponse>;

export const authenticationResponse = strict({
  id: base64url,
  rawId: base64url,
  type: publicKey,
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
  response: strict({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
});
export type AuthenticationResponse = z.output<typeof authenticationResponse>;

export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.boolean(),
    userVerification: verified,
  }),
});
export type CreationOptions = z.output<typeof creationOptions>;

export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: verified,
  allowCredentials: z.array(credential),
});
export type RequestOptions = z.output<typeof requestOptions>;

/** The methods for the second step of a sign-in: a code of an authenticator app or a recovery code, or a passkey. */
export interface SignInWays {
  code: boolean;
  passkey: RequestOptions | null;
}
