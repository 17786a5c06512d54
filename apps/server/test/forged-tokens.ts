import { createHmac, generateKeyPairSync } from 'node:crypto';
import { deriveKey } from '../src/core/secrets.ts';

type Fields = Record<string, unknown>;

interface Genuine {
  access: string;
  refresh: string;
  /** The installation's secret, and the time on its clock in seconds. */
  secret: string;
  now: number;
  /** The id of somebody else. */
  otherId: number;
  /** An address at which somebody listens whether a key is fetched from there. */
  trap: string;
}

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined): Fields => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
const hmac = (text: string, key: string, hash = 'sha256') => createHmac(hash, key).update(text).digest('base64url');

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** A person's own token with some of its header, claims or signature replaced; unchanged, it is good. */
export function altered(
  { access, secret }: Pick<Genuine, 'access' | 'secret'>,
  header: Fields,
  claims: Fields = {},
  sign = (text: string) => hmac(text, keyOf(secret)),
) {
  const [head, body] = access.split('.');
  const text = `${encode({ ...decode(head), ...header })}.${encode({ ...decode(body), ...claims })}`;
  return `${text}.${sign(text)}`;
}

const keyOf = (secret: string) => deriveKey(secret, 'access token').toString('base64');

/** Access tokens that nobody may be let in with, each with what is wrong with it. */
export function forgedTokens(genuine: Genuine): Record<string, string> {
  const { access, refresh, secret, now, otherId, trap } = genuine;
  const [head = '', body = '', signature = ''] = access.split('.');
  const alter = (header: Fields, claims?: Fields, sign?: (text: string) => string) =>
    altered(genuine, header, claims, sign);
  const withKey = (key: string) => (text: string) => hmac(text, key);
  const twice = (claim: string) => {
    const text = `${head}.${encode(JSON.stringify(decode(body)).replace('{', `{${claim},`))}`;
    return `${text}.${signature}`;
  };
  const unsigned = ['none', 'None', 'NONE', 'nOnE'].map((alg) => [
    `alg ${alg}, unsigned`,
    alter({ alg }, {}, () => ''),
  ]);
  return {
    ...(Object.fromEntries(unsigned) as Record<string, string>),
    'alg none, signed': alter({ alg: 'none' }),
    'alg HS384': alter({ alg: 'HS384' }, {}, (text) => hmac(text, keyOf(secret), 'sha384')),
    'alg RS256': alter({ alg: 'RS256' }),
    'no alg': alter({ alg: undefined }),
    'another key': alter({}, {}, withKey('another key')),
    'an empty key': alter({}, {}, withKey('')),
    'a public key as key': alter({}, {}, withKey(pem)),
    'a public key behind blanks as key': alter({}, {}, withKey(`\n  ${pem}`)),
    'the secret itself as key': alter({}, {}, withKey(secret)),
    'a key id that is a path': alter({ kid: '../../../../dev/null' }, {}, withKey('')),
    'a key id that is SQL': alter({ kid: "' union select 'AAAA' --" }, {}, withKey('AAAA')),
    'an embedded key': alter({ jwk: { kty: 'oct', k: 'AAAA' } }, {}, withKey('\0\0\0')),
    'the address of a key': alter({ jku: `${trap}/keys`, kid: 'a' }, {}, withKey('AAAA')),
    'the address of a certificate': alter({ x5u: `${trap}/certificate`, kid: 'a' }, {}, withKey('AAAA')),
    'typ JWT': alter({ typ: 'JWT' }),
    'no typ': alter({ typ: undefined }),
    'another issuer': alter({}, { iss: 'elsewhere' }),
    'no issuer': alter({}, { iss: undefined }),
    'another audience': alter({}, { aud: 'elsewhere' }),
    'no audience': alter({}, { aud: undefined }),
    'no expiry': alter({}, { exp: undefined }),
    'an expiry of text': alter({}, { exp: 'never' }),
    expired: alter({}, { exp: now - 1 }),
    'issued in the future': alter({}, { iat: now + 120, exp: now + 300 }),
    'valid from tomorrow': alter({}, { nbf: now + 86_400 }),
    "somebody else's id, rightly signed": alter({}, { sub: String(otherId) }),
    "somebody else's id, with the old signature": alter({}, { sub: String(otherId) }, () => signature),
    'the id twice': twice(`"sub":"${otherId}"`),
    'no id': alter({}, { sub: undefined }),
    'an unknown session': alter({}, { sid: '00000000-0000-4000-8000-000000000000' }),
    'a session that is SQL': alter({}, { sid: "' or true --" }),
    'a cut signature': access.slice(0, -4),
    'a signature with more behind it': `${access}AAAA`,
    'no signature': `${head}.${body}`,
    'an empty signature': `${head}.${body}.`,
    'a refresh token': refresh,
    'a very long one': `${access}${'A'.repeat(10_000)}`,
    nothing: '',
  };
}
