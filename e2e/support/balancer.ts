import { once } from 'node:events';
import { Agent, createServer, request as ask } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/**
 * A minimal load balancer in front of several instances: each request and each WebSocket goes to the next instance, whoever
 * sends it. Listens on a free port of this machine. It adds no forwarding headers, so a demo keeps showing its emails, which
 * it does only to this machine.
 */
export async function startBalancer(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const next = () => ports[turn++ % ports.length] as number;

  // No shorter than the keep-alive timeout of an instance: a client that reuses a connection must not find it closing.
  const server = createServer({ keepAliveTimeout: 72_000 }, (request, response) => {
    const { method, url, headers } = request;
    const onward = ask({ port: next(), method, path: url, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    // An unreachable instance looks like a broken connection, as it would without a proxy.
    onward.on('error', () => response.destroy());
    // If the browser disconnects, its request is cancelled too.
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
