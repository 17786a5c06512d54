import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import type { S3Settings } from '../config/config.ts';
import { type FileStore, isFileName, type ListedFile, MissingFile, type Range, storeAway } from './store.ts';
import type { Logger } from '../log/log.ts';
import { openResiliencePolicy } from './resilience.ts';
import { Problem } from '../errors/errors.ts';
import { openRequests, type S3Answer, type S3Request } from './s3-requests.ts';

// A reader that is slow keeps nothing of the store's: it is asked for a piece, which is then in memory.
const pieceBytes = 1024 * 1024;
// So much comes at once with what says how large a file is: most are not larger.
const firstBytes = 256 * 1024;
// What a store takes in one request.
const largestBytes = 5 * 1024 ** 3;

// A store from which nothing comes for so long hangs; one that failed again and again is left alone for so long.
const patienceMs = { silent: 5000, leftAlone: 5000 };

/** Files in a bucket of an S3 store, each an object under the prefix and its name. */
export function openS3(settings: S3Settings, log: Logger, { silent, leftAlone } = patienceMs): FileStore {
  const { endpoint, bucket, prefix } = settings;
  const ask = openRequests(settings, silent);
  const resilience = openResiliencePolicy({ log, isWorthAnother, leftAloneMs: leftAlone });
  const keyOf = (name: string) => prefix + name;

  /** Asks, and asks again where no good answer comes. Throws `busy`. */
  async function asked<T>(request: S3Request, judge: (answer: S3Answer) => T): Promise<T> {
    try {
      return await resilience(async () => {
        const answer = await ask(request);
        // What is wrong with an answer is found here, so that it is asked for once more.
        return judge(answer);
      });
    } catch (error) {
      if (error instanceof MissingFile) throw error;
      const { refusal } = error as Partial<Refused>;
      if (refusal !== undefined)
        log.error({ setting: 'S3_ENDPOINT', status: refusal }, 'the S3 store refuses requests');
      throw storeAway(error);
    }
  }

  const getRange = async (name: string, { start, end }: Range) =>
    await asked({ method: 'GET', key: keyOf(name), headers: { range: `bytes=${start}-${end}` } }, (answer) => {
      // An empty object has no first byte.
      if (answer.status === 416 && start === 0) return { part: Buffer.alloc(0), bytes: 0 };
      refuse(answer, [206], name);
      const bytes = Number(/^bytes \d+-\d+\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1]);
      const wanted = Math.min(end, bytes - 1) - start + 1;
      if (answer.body.length !== wanted) throw new Error('the store cut a piece short');
      return { part: answer.body, bytes };
    });

  async function* pieces(name: string, first: Buffer, { start, end }: Range) {
    if (start < first.length) yield first.subarray(start, end + 1);
    for (let at = Math.max(start, first.length); at <= end; at += pieceBytes) {
      yield (await getRange(name, { start: at, end: Math.min(end, at + pieceBytes - 1) })).part;
    }
  }

  return {
    isAway: true,
    locationOf: (name) => `${endpoint}/${bucket}/${keyOf(name)}`,

    async put(name, path) {
      const { bytes, md5, sha256 } = await digestsOf(path);
      if (bytes > largestBytes) throw new Problem('too_large');
      const headers = {
        'content-type': 'application/octet-stream',
        'content-md5': md5.toString('base64'),
        'x-amz-content-sha256': sha256.toString('hex'),
      };
      await asked({ method: 'PUT', key: keyOf(name), headers, file: { path, bytes } }, (answer) => {
        refuse(answer, [200]);
        const etag = md5Of(answer);
        if (etag !== undefined && etag !== md5.toString('hex')) throw new Error('the store has something else');
      });
      // Left aside, it is taken by the sweep.
      await rm(path, { force: true }).catch(() => {});
    },

    async open(name) {
      const { part, bytes } = await getRange(name, { start: 0, end: firstBytes - 1 });
      return {
        bytes,
        read: (range = { start: 0, end: bytes - 1 }) => Readable.from(pieces(name, part, range), { objectMode: false }),
        close: async () => {},
      };
    },

    async remove(name) {
      await asked({ method: 'DELETE', key: keyOf(name) }, (answer) => refuse(answer, [200, 204, 404]));
    },

    async *list(after) {
      let from = after === undefined ? undefined : keyOf(after);
      for (;;) {
        const query = { 'list-type': '2', prefix, ...(from === undefined ? {} : { 'start-after': from }) };
        const page = await asked({ method: 'GET', query }, (answer) => {
          refuse(answer, [200]);
          return readList(answer.body);
        });
        for (const { key, ...file } of page.files) {
          const name = key.slice(prefix.length);
          if (key.startsWith(prefix) && isFileName(name)) yield { name, ...file };
        }
        from = page.files.at(-1)?.key;
        if (!page.isTruncated || from === undefined) return;
      }
    },
  };
}

/** A refusal that stays one however often it is asked: a wrong key, a bucket that is not there. */
class Refused extends Error {
  readonly refusal: number;

  constructor(status: number, code: string) {
    super(`the store answered ${status} ${code}`);
    this.refusal = status;
  }
}

const isWorthAnother = (error: unknown) => !(error instanceof Refused || error instanceof MissingFile);

/** Throws where an answer has none of the wanted statuses: a MissingFile, a Refused, or what is worth another try. */
function refuse({ status, body }: S3Answer, wanted: number[], name?: string) {
  if (wanted.includes(status)) return;
  const code = /<Code>(\w+)<\/Code>/.exec(body.subarray(0, 2000).toString())?.[1] ?? '';
  if (status === 404 && name !== undefined && code !== 'NoSuchBucket')
    throw new MissingFile('a stored file is missing');
  if (status >= 500 || status === 408 || status === 429 || worthAnother.has(code)) {
    throw new Error(`the store answered ${status} ${code}`);
  }
  throw new Refused(status, code);
}

// Answered with 4xx: the body came damaged, or not in time.
const worthAnother = new Set(['BadDigest', 'IncompleteBody', 'RequestTimeout', 'XAmzContentSHA256Mismatch']);

async function digestsOf(path: string) {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: firstBytes }) as AsyncIterable<Buffer>) {
    md5.update(piece);
    sha256.update(piece);
    bytes += piece.length;
  }
  return { bytes, md5: md5.digest(), sha256: sha256.digest() };
}

/** What the store says it has; undefined where it encrypts in its own way, and its ETag is none of the content. */
function md5Of({ headers }: S3Answer) {
  const encrypted = headers['x-amz-server-side-encryption'] ?? 'AES256';
  const own = headers['x-amz-server-side-encryption-customer-algorithm'] !== undefined;
  return encrypted === 'AES256' && !own
    ? /^"?([\da-f]{32})"?$/i.exec(headers.etag ?? '')?.[1]?.toLowerCase()
    : undefined;
}

interface Page {
  files: (Omit<ListedFile, 'name'> & { key: string })[];
  isTruncated: boolean;
}

function readList(body: Buffer): Page {
  const { root } = parseXml(body.toString());
  if (root?.name !== 'ListBucketResult') throw new Error('the store sent no list');
  const files = childrenOf(root, 'Contents').map((entry) => ({
    key: textOf(entry, 'Key'),
    bytes: Number(textOf(entry, 'Size')),
    changed: new Date(textOf(entry, 'LastModified')),
  }));
  return { files, isTruncated: textOf(root, 'IsTruncated') === 'true' };
}

const childrenOf = (element: XmlElement, name: string) =>
  element.children.filter((child) => child instanceof XmlElement).filter((child) => child.name === name);

const textOf = (element: XmlElement, name: string) => childrenOf(element, name)[0]?.text ?? '';
