import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { type Person, signUp } from '../../../test/factories.ts';
import { deriveKey } from '../../core/session.ts';

let t: TestApp;
let person: Person;
let other: Person;
beforeAll(async () => {
  t = await testApp();
  person = await signUp(t);
  other = await signUp(t);
});
afterAll(() => t.close());

type Fields = Record<string, unknown>;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined): Fields => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
const hmac = (text: string, key: string, hash = 'sha256') => createHmac(hash, key).update(text).digest('base64url');
const rightKey = () => deriveKey(t.config.secret, 'access token').toString('base64');
const now = () => Math.floor(t.clock.now().getTime() / 1000);

/** The person's own token, with some of its header, claims or signature replaced. */
function altered(header: Fields, claims: Fields = {}, sign = (text: string) => hmac(text, rightKey())) {
  const [head, body] = person.access.split('.');
  const text = `${encode({ ...decode(head), ...header })}.${encode({ ...decode(body), ...claims })}`;
  return `${text}.${sign(text)}`;
}

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

const forgeries: [string, () => string][] = [
  ...['none', 'None', 'NONE', 'nOnE'].map((alg): [string, () => string] => [
    `alg ${alg}, unsigned`,
    () => altered({ alg }, {}, () => ''),
  ]),
  ['alg none, signed', () => altered({ alg: 'none' })],
  ['alg HS384', () => altered({ alg: 'HS384' }, {}, (text) => hmac(text, rightKey(), 'sha384'))],
  ['alg RS256', () => altered({ alg: 'RS256' })],
  ['no alg', () => altered({ alg: undefined })],
  ['another key', () => altered({}, {}, (text) => hmac(text, 'another key'))],
  ['an empty key', () => altered({}, {}, (text) => hmac(text, ''))],
  ['a public key as key', () => altered({}, {}, (text) => hmac(text, pem))],
  ['the secret itself as key', () => altered({}, {}, (text) => hmac(text, t.config.secret))],
  ['a key id that is a path', () => altered({ kid: '../../../../dev/null' }, {}, (text) => hmac(text, ''))],
  ['an embedded key', () => altered({ jwk: { kty: 'oct', k: 'AAAA' } }, {}, (text) => hmac(text, '\0\0\0'))],
  ['typ JWT', () => altered({ typ: 'JWT' })],
  ['no typ', () => altered({ typ: undefined })],
  ['another issuer', () => altered({}, { iss: 'elsewhere' })],
  ['no issuer', () => altered({}, { iss: undefined })],
  ['another audience', () => altered({}, { aud: 'elsewhere' })],
  ['no audience', () => altered({}, { aud: undefined })],
  ['no expiry', () => altered({}, { exp: undefined })],
  ['an expiry of text', () => altered({}, { exp: 'never' })],
  ['expired', () => altered({}, { exp: now() - 1 })],
  ['issued in the future', () => altered({}, { iat: now() + 120, exp: now() + 300 })],
  ['valid from tomorrow', () => altered({}, { nbf: now() + 86_400 })],
  ["somebody else's id, rightly signed", () => altered({}, { sub: String(other.user_id) })],
  [
    "somebody else's id, with the old signature",
    () => {
      const signature = person.access.split('.')[2] ?? '';
      return altered({}, { sub: String(other.user_id) }, () => signature);
    },
  ],
  ['an unknown session', () => altered({}, { sid: '00000000-0000-4000-8000-000000000000' })],
  ['a cut signature', () => person.access.slice(0, -4)],
  ['no signature', () => person.access.split('.').slice(0, 2).join('.')],
  ['a refresh token', () => person.refresh],
  ['a very long one', () => `${person.access}${'A'.repeat(10_000)}`],
  ['nothing', () => ''],
];

test('the token that the forgeries are made of is good', async () => {
  expect((await t.call('GET /check/', { as: person.access })).status).toBe(200);
  expect((await t.call('GET /check/', { as: altered({}) })).status).toBe(200);
});

test.each(forgeries)('a forged access token is refused: %s', async (_, forge) => {
  const signedOut = await t.call('GET /current-user/');
  const answer = await t.call('GET /current-user/', { as: forge() });
  expect([answer.status, answer.text]).toEqual([401, signedOut.text]);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
});
