import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Listens on every address of this machine, and counts who comes. */
export async function openTrap() {
  let came = 0;
  const server = createServer((socket) => {
    came += 1;
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  // Also where there is no IPv6, which `::` needs.
  server.once('error', () => server.listen(0, '0.0.0.0'));
  server.listen(0, '::');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  /** Whether it would have seen somebody. */
  const sees = async () => {
    const before = came;
    const socket = connect(port, '127.0.0.1').resume();
    await once(socket, 'close');
    came -= 1;
    return came === before;
  };
  return { port, came: () => came, sees, close: () => void server.close() };
}
