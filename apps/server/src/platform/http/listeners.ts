import cluster from 'node:cluster';
import { lookup } from 'node:dns/promises';
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
export function openListeners(app: FastifyInstance) {
  const others: Server[] = [];

  /** Gives the address as an URL. Throws what the system says, as `EADDRINUSE` where another process listens there. */
  async function listen({ host, port }: Address): Promise<string> {
    const [first = host, ...rest] = await addressesOf(host);
    const share = process.platform === 'linux' && cluster.isPrimary;
    // Those who share an address do not hear that somebody else has it already.
    if (share) await closed(await opened(createServer(), { host: first, port }));
    const options = { backlog, ...(share && { reusePort: true }) };
    const url = await app.listen({ ...options, host: first, port });
    const { port: given } = app.server.address() as AddressInfo;
    const at = (address: string) => opened(inletOf(app), { ...options, host: address, port: given });
    const wanted = share ? sockets - 1 : 0;
    while (others.length < wanted) others.push(await at(first));
    // A system without IPv6 may name an address of it all the same.
    for (const address of rest)
      await at(address)
        .then((other) => others.push(other))
        .catch(() => {});
    return url;
  }

  /** Takes nothing new; comes back when every connection has ended. */
  async function close() {
    await Promise.all([app.close(), ...others.map(closed)]);
  }

  return { listen, close };
}

/** A socket whose connections the HTTP server takes, as it has its own. */
const inletOf = ({ server }: FastifyInstance) =>
  createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));

/** Where to listen for a host: `localhost` has an address of each family, and whoever looks for it may try one alone. */
async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  return (await lookup(host, { all: true })).map(({ address }) => address);
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
