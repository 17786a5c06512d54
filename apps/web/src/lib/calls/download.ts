import { CallError, unreachable } from './call.ts';

// Apart from the other calls, so that only a page that shows files loads it.

/** The bytes behind a link that the server has signed. Throws a CallError. */
export async function download(link: string, signal: AbortSignal): Promise<ArrayBuffer> {
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', link);
    request.responseType = 'arraybuffer';
    request.addEventListener('load', () => {
      const { status } = request;
      if (status === 200) resolve(request.response as ArrayBuffer);
      else reject(new CallError(status, { code: 'refused', message: `The server answered ${status}.`, errors: [] }));
    });
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(unreachable()));
    signal.addEventListener('abort', () => request.abort());
    request.send();
  });
}
