/** What of something that is kept lies in the browser's store. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  content: ArrayBuffer;
}

/** Encrypts what one person keeps, each thing under a name. */
export type Sealer = Awaited<ReturnType<typeof openSealer>>;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether something was sealed, by whatever key. */
export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'iv' in value && 'content' in value && value.iv instanceof Uint8Array;

/**
 * Seals by the key of an account: contents by AES-256-GCM, bound to their person and name. Names are told by an HMAC alone: they say
 * with whom somebody was about to ask for a visit. What it derives cannot be taken out of it again.
 */
export async function openSealer(person: string, key: string) {
  const { subtle } = crypto;
  const root = await subtle.importKey('raw', fromBase64Url(key), 'HKDF', false, ['deriveKey']);
  const derive = (purpose: string, algorithm: AesKeyGenParams | HmacKeyGenParams, uses: KeyUsage[]) =>
    subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf(`carecommons drafts ${purpose}`) },
      root,
      algorithm,
      false,
      uses,
    );
  const [contents, names] = await Promise.all([
    derive('contents', { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt']),
    derive('names', { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign']),
  ]);
  const gcm = (iv: Uint8Array<ArrayBuffer>, address: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: bytesOf(address),
  });
  return {
    /** Under which address something lies in the store: the person, and what nobody else can make of the name. */
    async addressOf(name: string): Promise<string> {
      return `${person} ${toHex(await subtle.sign('HMAC', names, bytesOf(name)))}`;
    },
    async seal(address: string, value: unknown): Promise<Sealed> {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      return { iv, content: await subtle.encrypt(gcm(iv, address), contents, bytesOf(JSON.stringify(value))) };
    },
    /** What was sealed for that address; undefined where it was not, or not by this key. */
    async open(address: string, { iv, content }: Sealed): Promise<unknown> {
      try {
        return JSON.parse(new TextDecoder().decode(await subtle.decrypt(gcm(iv, address), contents, content)));
      } catch {
        return undefined;
      }
    },
  };
}
