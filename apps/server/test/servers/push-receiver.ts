import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message as the push service took it, and as the browser reads it. */
export interface ReceivedPush {
  path: string;
  headers: IncomingMessage['headers'];
  sealed: Buffer;
}

/** A push service and browsers of our own. `answer` says what a path is answered with; 201 where it says nothing. */
export async function openPushReceiver(answer: (path: string, response: ServerResponse) => number | undefined) {
  const came: ReceivedPush[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      came.push({ path: request.url ?? '', headers: request.headers, sealed: Buffer.concat(parts) });
      const status = answer(request.url ?? '', response);
      if (status !== 0) response.writeHead(status ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A browser that subscribes: its keys, and how it opens what it gets. */
export function newBrowser() {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  const auth = randomBytes(16);
  const own = curve.getPublicKey();

  /** RFC 8291 and RFC 8188, with one record. */
  function open(sealed: Buffer): unknown {
    const salt = sealed.subarray(0, 16);
    const keyLength = sealed[20] ?? 0;
    const theirs = sealed.subarray(21, 21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
    const ikm = Buffer.from(hkdfSync('sha256', curve.computeSecret(theirs), auth, info, 32));
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
    const text = sealed.subarray(21 + keyLength);
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(text.subarray(-16));
    const padded = Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()]);
    // The last record ends in 2, and any padding after it.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
  }

  return { keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') }, open };
}
