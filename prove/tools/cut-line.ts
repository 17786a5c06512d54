import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network connection to a server that can be cut. */
export interface Line {
  /** The server's address through this connection. */
  address: string;
  /** Breaks every connection at once, and refuses new ones for some milliseconds. */
  cut(ms: number): void;
  /** Drops all traffic, or stops dropping it; connections of that time stay dead forever, without notice to either side. */
  swallow(on: boolean): void;
  close(): void;
}

export async function openLine(server: string): Promise<Line> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  const dead = new Set<Socket>();
  let swallowing = false;
  let openAgain = 0;
  const proxy = createServer((near) => {
    if (performance.now() < openAgain) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        if (!dead.delete(one)) other.destroy();
      });
      one.pipe(other);
      if (swallowing) kill(one);
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const kill = (socket: Socket) => {
    dead.add(socket);
    socket.unpipe().resume();
  };
  const destroy = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut(ms) {
      openAgain = performance.now() + ms;
      destroy();
    },
    swallow(on) {
      swallowing = on;
      if (on) for (const socket of sockets) kill(socket);
    },
    close() {
      proxy.close();
      destroy();
    },
  };
}
