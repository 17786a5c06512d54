import { once } from 'node:events';
import { connect } from 'node:net';

/** One answer as it came over the line. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Sends bytes that no client would send, and reads what comes until the server closes; `url` is the server's. */
export async function sendRaw(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
  // The server may close while we still send.
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', ...text] = heard.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
  );
  return { status: Number(line.split(' ')[1]), headers, text: text.join('\r\n\r\n') };
}

/** The bytes of a request without a body. */
export const request = (line: string, headers: Record<string, string> = {}) =>
  `${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** The bytes that ask for a WebSocket. */
export const upgrade = (path: string, headers: Record<string, string>) =>
  request(`GET ${path}`, {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    ...headers,
  }).replace('connection: close\r\n', '');
