import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** One answer as it went over the line: the bytes of its body as they were sent, compressed or not. */
export interface Answer {
  /** Path and search. */
  address: string;
  status: number;
  type: string;
  bytes: number;
}

/**
 * Stands before a product, at a free port of this machine, and notes every answer, also those that a service worker asks for, of
 * which the page's own tools hear nothing. The figures do not depend on the machine.
 */
export async function startCountingProxy(product: string) {
  const { port } = new URL(product);
  const answers: Answer[] = [];
  let underWay = 0;

  const server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    underWay += 1;
    response.on('close', () => (underWay -= 1));
    const onward = ask({ port, method, path: url, headers }, (answer) => {
      const type = answer.headers['content-type']?.split(';')[0] ?? '';
      const noted = { address: url, status: answer.statusCode ?? 502, type, bytes: 0 };
      answers.push(noted);
      answer.on('data', (part: Buffer) => (noted.bytes += part.length));
      response.writeHead(noted.status, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  // Live connections pass; what comes over them is not counted.
  server.on('upgrade', (request, socket, head) => {
    const onward = connect(Number(port), '127.0.0.1');
    const lines = request.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
    onward.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    isIdle: () => underWay === 0,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
