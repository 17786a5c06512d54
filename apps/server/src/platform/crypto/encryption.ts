import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const authTagLength = 16;

/** How many bytes of content a chunk holds; the last may hold fewer. */
export const chunkBytes = 64 * 1024;
/** What a chunk takes on the disk. */
export const sealedChunkBytes = chunkBytes + authTagLength;
export const leastSealedBytes = authTagLength;
/** How much of a nonce is drawn for a file; the rest says which chunk it is for. */
export const prefixBytes = 7;

/** What a key belongs to: it opens nothing of another file, or of another person's. */
export interface Bound {
  file: string;
  owner: number;
}

const boundTo = (what: string, { file, owner }: Bound) => Buffer.from(`carecommons ${what} 2 ${file} ${owner}`);

/** Puts into `sealed` what is as long as the plain text and a tag, and returns it. */
function seal(key: Buffer, nonce: Buffer, bound: Buffer, plain: Uint8Array, sealed: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength }).setAAD(bound);
  sealed.set(cipher.update(plain));
  cipher.final();
  sealed.set(cipher.getAuthTag(), plain.length);
  return sealed.subarray(0, plain.length + authTagLength);
}

/** Throws before it gives anything out where a bit was changed. */
function unseal(key: Buffer, nonce: Buffer, bound: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength }).setAAD(bound);
  decipher.setAuthTag(sealed.subarray(-authTagLength));
  const plain = decipher.update(sealed.subarray(0, -authTagLength));
  decipher.final();
  return plain;
}

/**
 * Encrypts and decrypts a file's content chunk by chunk, as STREAM does (Hoang, Reyhanitabar, Rogaway, Vizár 2015): a
 * chunk's nonce says where it stands and whether it is the last, so that none can be changed, moved, left out or cut off.
 */
export function chunksOf(key: Buffer, prefix: Buffer, bound: Bound) {
  const data = boundTo('chunk', bound);
  const nonceOf = (index: number, last: boolean) => {
    const nonce = Buffer.alloc(nonceBytes);
    prefix.copy(nonce);
    nonce.writeUInt32BE(index, prefixBytes);
    nonce[nonceBytes - 1] = last ? 1 : 0;
    return nonce;
  };

  return {
    /** Chunk by chunk what a stream brings; at least one, even of nothing. Each is good until the next is asked for. */
    async *seal(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void, void> {
      // Used again and again: what is thrown away keeps the collector busy.
      const [chunk, sealed] = [Buffer.allocUnsafeSlow(chunkBytes), Buffer.allocUnsafeSlow(sealedChunkBytes)];
      let [filled, index] = [0, 0];
      for await (const piece of source) {
        for (let at = 0; at < piece.length;) {
          // Which one is the last is known once there is no more.
          if (filled === chunkBytes) {
            yield seal(key, nonceOf(index++, false), data, chunk, sealed);
            filled = 0;
          }
          const taken = piece.subarray(at, at + chunkBytes - filled);
          chunk.set(taken, filled);
          filled += taken.length;
          at += taken.length;
        }
      }
      yield seal(key, nonceOf(index, true), data, chunk.subarray(0, filled), sealed);
    },

    /** The content of one chunk. Throws where it is not this file's chunk of this place. */
    open: (sealed: Buffer, index: number, last: boolean) => unseal(key, nonceOf(index, last), data, sealed),
  };
}

/** Encrypts a file's own key with another: nonce, key, tag. */
export function wrap(by: Buffer, key: Buffer, bound: Bound): Buffer {
  const nonce = randomBytes(nonceBytes);
  return Buffer.concat([nonce, seal(by, nonce, boundTo('key', bound), key, Buffer.alloc(key.length + authTagLength))]);
}

/** A file's own key; throws where it was changed, or is another file's or person's. */
export function unwrap(by: Buffer, wrapped: Buffer, bound: Bound): Buffer {
  return unseal(by, wrapped.subarray(0, nonceBytes), boundTo('key', bound), wrapped.subarray(nonceBytes));
}
