import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AuthenticationResponse, CreationOptions, RegistrationResponse } from '@carecommons/contract/passkeys';
import { generateSync } from 'otplib';

/** The code that an authenticator app shows at a moment. */
export const codeAt = (secret: string, at: Date) => generateSync({ secret, epoch: Math.floor(at.getTime() / 1000) });

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** What a browser tells of the page that asked, where a test wants something else than the truth. */
interface Twist {
  origin?: string;
  rpId?: string;
  counter?: number;
  userVerified?: boolean;
}

/** An authenticator with one passkey, which answers as a browser at `origin` would. */
export function openAuthenticator(origin = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const point = (coordinate: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(coordinate, 'base64url')]);
  // COSE: {kty: EC2, alg: ES256, crv: P-256, x, y}.
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  const cose = Buffer.concat([head, point(x), Buffer.from([0x22]), point(y)]);
  const handle = { is: '' };
  let counter = 0;

  function told(type: 'webauthn.create' | 'webauthn.get', challenge: string, twist: Twist) {
    return JSON.stringify({ type, challenge, origin: twist.origin ?? origin, crossOrigin: false });
  }

  function data({ rpId = new URL(origin).hostname, userVerified = true, ...twist }: Twist, attested?: Buffer) {
    const tail = Buffer.alloc(5);
    tail[0] = 0x01 | (userVerified ? 0x04 : 0) | (attested === undefined ? 0 : 0x40);
    tail.writeUInt32BE(twist.counter ?? ++counter, 1);
    return Buffer.concat([sha256(rpId), tail, attested ?? Buffer.alloc(0)]);
  }

  const shape = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} } as const;

  return {
    create({ challenge, user }: CreationOptions, twist: Twist = {}): RegistrationResponse {
      handle.is = user.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const authData = data(twist, attested);
      const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
      const bytes = Buffer.concat([Buffer.from([0x58, authData.length]), authData]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes,
      ]);
      return {
        ...shape,
        response: {
          clientDataJSON: base64url(told('webauthn.create', challenge, twist)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },

    get({ challenge }: { challenge: string }, twist: Twist = {}): AuthenticationResponse {
      const clientDataJSON = told('webauthn.get', challenge, twist);
      const authenticatorData = data(twist);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
      return {
        ...shape,
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
          ...(handle.is === '' ? {} : { userHandle: handle.is }),
        },
      };
    },
  };
}
