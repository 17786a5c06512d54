import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

// So many connections may come in one moment, as when another server has ended; the system may allow fewer.
const backlog = 4096;
// libuv takes one connection from a socket that listens in each turn of the event loop (since 1.45, github.com/libuv/libuv/pull/3696),
// and a turn takes long when there is much to do: a thousand who came at once were let in over nine seconds, and whoever asked whether
// the server lives stood behind them. From so many sockets as many are taken in a turn.
const sockets = 16;

interface Address {
  host: string;
  /** 0 for one that is free. */
  port: number;
}

/**
 * Where connections come in: several sockets at one address (SO_REUSEPORT of Linux), from which the system hands out what comes. One of
 * them alone on other systems, and in a worker, whose connections the first process takes.
 */
export function openDoors(app: FastifyInstance) {
  const others: Server[] = [];

  /** Gives the address as an URL. Throws what the system says, as `EADDRINUSE` where another process listens there. */
  async function listen({ host, port }: Address): Promise<string> {
    if (process.platform !== 'linux' || !cluster.isPrimary) return await app.listen({ host, port, backlog });
    // Those who share an address do not hear that somebody else has it already.
    await closed(await opened(createServer(), { host, port }));
    const shared = { host, backlog, reusePort: true };
    const address = await app.listen({ ...shared, port });
    const { port: given } = app.server.address() as AddressInfo;
    while (others.length < sockets - 1) {
      // As the HTTP server has its own connections.
      const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        app.server.emit('connection', socket),
      );
      others.push(await opened(other, { ...shared, port: given }));
    }
    return address;
  }

  /** Takes nothing new; comes back when every connection has ended. */
  async function close() {
    await Promise.all([app.close(), ...others.map(closed)]);
  }

  return { listen, close };
}

async function opened(server: Server, options: Address & { backlog?: number; reusePort?: boolean }) {
  server.listen(options);
  await once(server, 'listening');
  return server;
}

async function closed(server: Server) {
  const end = once(server, 'close');
  server.close();
  await end;
}
