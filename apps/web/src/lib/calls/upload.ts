import type { EndpointAt, Line } from '@carecommons/contract/api';
import type { Endpoint, ReplyOf } from '@carecommons/contract/endpoint';
import { accepted, addressOf, type Answer, call, headersOf, type PathValues, unreachable, withToken } from './call.ts';

// Apart from the other calls, so that only a page that uploads loads it.

/** What an upload takes: a form with files, and whom to tell how much of it has gone out, from 0 to 1. */
export interface UploadOptions<E extends Endpoint> {
  params?: PathValues<E['path']>;
  form: FormData;
  onProgress: (part: number) => void;
  idempotencyKey: string;
}

/** Sends a form with files to an endpoint. Throws a CallError. */
export async function upload<L extends Line>(
  line: L,
  options: UploadOptions<EndpointAt<L>>,
): Promise<ReplyOf<EndpointAt<L>>> {
  const [method, path] = line.split(' ') as [string, string];
  const url = addressOf(path, options.params);
  // A token that has run out is found out before the file goes over a slow line, not after.
  await call('GET /check/');
  const answer = await accepted(await withToken((access) => transfer(method, url, access, options)));
  return answer.body as ReplyOf<EndpointAt<L>>;
}

/** `fetch` cannot tell how much has gone out; the older way can. */
async function transfer(
  method: string,
  url: string,
  access: string | undefined,
  { form, onProgress, idempotencyKey }: Omit<UploadOptions<Endpoint>, 'params'>,
): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headersOf(access, idempotencyKey)))
      request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () =>
      resolve({ status: request.status, link: null, body: request.response ?? undefined }),
    );
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(unreachable()));
    request.send(form);
  });
}
