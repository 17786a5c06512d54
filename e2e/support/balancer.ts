import { once } from 'node:events';
import { Agent, createServer, request as ask } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/**
 * A small proxy as it stands before several instances: each request goes to the next of them, whoever sends it, and each
 * WebSocket as well. Listens at a free port of this machine. It says nothing of whom it speaks for: so a demo goes on showing
 * its emails, which it does to this machine alone.
 */
export async function startBalancer(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const next = () => ports[turn++ % ports.length] as number;

  // As long as an instance keeps a line: whoever reuses one must not find it closing.
  const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
    const { method, url, headers } = request;
    const onward = ask({ port: next(), method, path: url, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    // An instance that is away is a line that breaks, as it is without a proxy.
    onward.on('error', () => response.destroy());
    // A browser that goes away takes its request along.
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.on('upgrade', (request, socket, head) => {
    const upstream = connect(next());
    const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`);
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
    for (const [one, other] of [
      [upstream, socket],
      [socket, upstream],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
