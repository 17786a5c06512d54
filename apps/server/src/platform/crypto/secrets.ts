import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

// SECRET as the server knows it: a text that names versions, the one in use first, such as `2:… 1:…`, or one secret alone, which is
// version 1. What is new is made with the one in use; what was made with another of them is accepted. Version 0 is no SECRET but the
// installation key (see secret-versions.ts): from it comes what has to stay the same when SECRET is replaced.

/** One of the secrets that a text names. */
export interface SecretVersion {
  version: number;
  secret: string;
}

const form = /^\d{1,5}:\S/;
// A secret may have blanks in it, but not before what looks like a version.
const between = /\s+(?=\d{1,5}:\S)/;
const installation = 0;
const parsed = new Map<string, readonly SecretVersion[]>();

/** The secrets in their order, with the installation key where it stands with them. */
function all(text: string): readonly SecretVersion[] {
  let found = parsed.get(text);
  if (found === undefined) {
    found = form.test(text.trim())
      ? text
          .trim()
          .split(between)
          .map((part) => ({ version: Number.parseInt(part, 10), secret: part.slice(part.indexOf(':') + 1) }))
      : [{ version: 1, secret: text }];
    parsed.set(text, found);
  }
  return found;
}

/** The versions of a secret, the one in use first. */
export const versionsOf = (text: string) => all(text).filter(({ version }) => version !== installation);

/** As one text, which all of this reads. */
export const textOf = (versions: readonly SecretVersion[], installationKey?: string) =>
  [...versions, ...(installationKey === undefined ? [] : [{ version: installation, secret: installationKey }])]
    .map(({ version, secret }) => `${version}:${secret}`)
    .join(' ');

const derived = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `carecommons ${purpose}`, 32));

/** The version in use: what is new is made with it. */
export const versionInUse = (text: string) => (versionsOf(text)[0] as SecretVersion).version;

/** A key of one purpose (HKDF, RFC 5869), of the version in use. */
export const deriveKey = (text: string, purpose: string) =>
  derived((versionsOf(text)[0] as SecretVersion).secret, purpose);

/** The keys of one purpose, of every version, the one in use first: with each of them something may have been made. */
export const deriveKeys = (text: string, purpose: string) =>
  versionsOf(text).map(({ version, secret }) => ({ version, key: derived(secret, purpose) }));

/** A key of one purpose of a version; undefined where that version is not known here. */
export function deriveKeyOf(text: string, purpose: string, version: number): Buffer | undefined {
  const found = versionsOf(text).find((one) => one.version === version);
  return found && derived(found.secret, purpose);
}

/** A key that stays when SECRET is replaced; before there is an installation key, of the oldest secret, as it always was. */
export function deriveLastingKey(text: string, purpose: string): Buffer {
  const oldest = all(text).toSorted((one, other) => one.version - other.version)[0] as SecretVersion;
  return derived(oldest.secret, purpose);
}

/** Whether a message authentication code was made with any version's key of a purpose. */
export const isGenuine = (text: string, purpose: string, given: Buffer, macOf: (key: Buffer) => Buffer) =>
  deriveKeys(text, purpose).some(({ key }) => {
    const genuine = macOf(key);
    return genuine.length === given.length && timingSafeEqual(genuine, given);
  });

/** Tells a secret from another one, and nothing else. */
export const secretFingerprint = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'carecommons secret fingerprint', 16));

const algorithm = 'aes-256-gcm';

/** What `sealWith` adds to what is sealed: a nonce and a tag. */
const sealBytes = 28;

/** Encrypts something small by the version in use, bound to what it belongs to: nonce, tag, content. */
export function sealWith(text: string, purpose: string, bound: string, content: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, deriveKey(text, purpose), nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** What was sealed, and by which version; throws where it was changed, is bound to something else, or no version here opens it. */
export function unsealWith(text: string, purpose: string, bound: string, sealed: Buffer) {
  let last: unknown;
  for (const { version, key } of deriveKeys(text, purpose)) {
    try {
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(bound)).setAuthTag(sealed.subarray(12, sealBytes));
      const content = Buffer.concat([decipher.update(sealed.subarray(sealBytes)), decipher.final()]);
      return { version, content };
    } catch (error) {
      last = error;
    }
  }
  throw last;
}
