import type { Endpoint } from '@carecommons/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../errors/errors.ts';
import { type Throttle, tooMany } from '../limits/limits.ts';
import type { Actor } from '../auth/auth.ts';
import { formOverhead } from './upload.ts';

type Upload = NonNullable<Endpoint['upload']>;

interface Dependencies {
  request: FastifyRequest;
  throttle: Pick<Throttle, 'mayUpload' | 'fileRefused'>;
  config: { rateLimit: number };
}

/** How many uploads of a person run, and how large they said they would be. */
export interface UnderWay {
  count: number;
  bytes: number;
}

const atOnce = 3;
const retryMs = 5000;
// Of this process alone.
const people = new Map<number, UnderWay>();

/** What a person is uploading just now through this process. */
export const uploadsUnderWay = (person: number): UnderWay => people.get(person) ?? { count: 0, bytes: 0 };

/**
 * Takes an upload, which counts as under way meanwhile, before a byte of it is read. Throws 429 where its person has too many under
 * way, or had too many files refused for what they hold; what `take` throws is thrown, and such a refusal counted.
 */
export async function takeUpload<T>(
  { request, throttle, config }: Dependencies,
  upload: Upload,
  take: () => Promise<T>,
): Promise<T> {
  const { user_id: person } = request.actor as Actor;
  const before = uploadsUnderWay(person);
  if (config.rateLimit > 0 && before.count >= Math.max(1, Math.round(atOnce * config.rateLimit)))
    throw tooMany(retryMs);
  const { 'content-length': length } = request.headers;
  const bytes = length === undefined ? upload.bytes : Math.max(1, Number(length) - formOverhead);
  people.set(person, { count: before.count + 1, bytes: before.bytes + bytes });
  try {
    await throttle.mayUpload(person);
    return await take();
  } catch (error) {
    if (error instanceof Problem && error.code === 'unsupported_type') await throttle.fileRefused(person);
    throw error;
  } finally {
    const { count, bytes: all } = uploadsUnderWay(person);
    if (count === 1) people.delete(person);
    else people.set(person, { count: count - 1, bytes: all - bytes });
  }
}
