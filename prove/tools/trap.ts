import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Listens on every address of this machine, and counts connections. */
export async function openTrap() {
  let came = 0;
  const server = createServer((socket) => {
    came += 1;
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  // Works without IPv6 too, which `::` needs.
  server.once('error', () => server.listen(0, '0.0.0.0'));
  server.listen(0, '::');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  /** Whether a connection would be noticed. */
  const sees = async () => {
    const before = came;
    const socket = connect(port, '127.0.0.1').resume();
    await once(socket, 'close');
    came -= 1;
    return came === before;
  };
  return { port, came: () => came, sees, close: () => void server.close() };
}
