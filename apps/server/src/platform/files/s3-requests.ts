import { createReadStream } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Settings } from '../config/config.ts';

// No store is so slow that a whole request takes longer, and it has this many bytes a millisecond beside.
const wholeMs = 20_000;
const bytesPerMs = 50;
// What is kept in memory at a time: no answer is larger than a page of a list.
const answerBytes = 4 * 1024 * 1024;

/** What a store is asked: of one object, or of the bucket. */
export interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE';
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** A file that is sent, with how large it is. */
  file?: { path: string; bytes: number };
}

export interface S3Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Signs requests to a bucket and sends them over connections that stay open; one over which nothing goes for `silentMs`
 * hangs. Throws what goes wrong on the way.
 */
export function openRequests(settings: S3Settings, silentMs: number) {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings;
  const { request: send, Agent } = endpoint.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true });
  const cache = new Map<string, ArrayBuffer>();

  return async function ask({ method, key, query = {}, headers = {}, file }: S3Request): Promise<S3Answer> {
    const url = new URL(`${endpoint}/${bucket}${key === undefined ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const keys = { accessKeyId, secretAccessKey, region, service: 's3', cache };
    const signed = await new AwsV4Signer({
      ...keys,
      method,
      url: url.href,
      headers: { ...emptyBody, ...headers },
    }).sign();
    const bytes = file?.bytes ?? 0;
    const silent = Math.ceil(silentMs + bytes / (1000 * bytesPerMs));
    const request = send(signed.url, {
      agent,
      method,
      headers: { ...Object.fromEntries(signed.headers), ...(file && { 'content-length': bytes }) },
      timeout: silent,
      signal: AbortSignal.timeout(Math.ceil(wholeMs + bytes / bytesPerMs)),
    });
    request.on('timeout', () => request.destroy(new Error(`the store said nothing for ${silent} ms`)));
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).on('error', reject);
    });
    // A store may answer before it has read all, and close then: what it says comes first.
    if (file === undefined) request.end();
    else void pipeline(createReadStream(file.path), request).catch((error: Error) => request.destroy(error));
    try {
      const response = await answered;
      return { status: response.statusCode ?? 0, headers: response.headers, body: await readAll(response) };
    } finally {
      // What was answered before all was sent needs no more of it.
      if (!request.writableFinished) request.destroy();
    }
  };
}

async function readAll(response: AsyncIterable<Buffer>) {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    bytes += part.length;
    if (bytes > answerBytes) throw new Error('the store says too much');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Signed with each request, so that nothing can be put under a signature that was made for nothing. */
const emptyBody = { 'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' };
