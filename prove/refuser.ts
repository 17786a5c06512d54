import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closing } from './closing.ts';

/** A bare server in a process of its own that refuses whatever it is asked, at an address: as cheaply as can be, with nothing of ours. */
export async function openRefuser() {
  const child = fork(new URL(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const close = closing(async () => {
    const exit = once(child, 'exit');
    child.kill();
    await exit;
  });
  const [address] = (await once(child, 'message')) as [string];
  return { address, close };
}

// Asked for by the process above. As long as the product's refusal, about.
if (process.argv[1] === new URL(import.meta.url).pathname && process.send !== undefined) {
  const text = JSON.stringify({ detail: 'x'.repeat(200) });
  const headers = { 'content-type': 'application/json', 'content-length': text.length, 'x-filling': 'x'.repeat(500) };
  const server = createServer((_request, answer) => answer.writeHead(503, headers).end(text));
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}
