import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** What arrived at all watchers of a room, message by message. */
export interface Arrivals {
  /** Milliseconds from sending to each arrival. */
  latencies: number[];
  lost: number;
  doubled: number;
  /** Arrived after a message with a higher number: browsers insert it in its place. */
  reordered: number;
}

const mark = 'fan-out ';
const opening = 200;

/** A message that is unique and carries its time of sending; watchers share the sender's clock. */
export const timed = (number: number) => `${mark}${number} ${performance.now().toFixed(3)}.`;

/**
 * A number of browsers, each with a WebSocket of its own, in one process: a minimal implementation of RFC 6455. `first` is
 * what each sends, given its number; a watcher is ready when it has received `until`.
 */
export async function openWatchers(
  servers: string[],
  { count, first, until }: { count: number; first: (n: number) => string[]; until: string },
) {
  let latencies: number[] = [];
  let seen: Uint8Array[] = [];
  const newest = new Int32Array(count).fill(-1);
  let reordered = 0;
  let closed = 0;
  // All watchers of one server receive the same bytes: they are parsed once.
  let read = { bytes: Buffer.alloc(0), number: -1, seq: 0, sentAt: 0 };

  function arrived(watcher: number, bytes: Buffer) {
    if (!read.bytes.equals(bytes)) {
      const text = bytes.toString();
      const [, number, sentAt] = /fan-out (\d+) ([\d.]+)\./.exec(text) ?? [];
      if (number === undefined) return;
      const seq = Number(/"seq":(\d+)/.exec(text)?.[1]);
      read = { bytes: Buffer.from(bytes), number: Number(number), seq, sentAt: Number(sentAt) };
    }
    const { number, seq, sentAt } = read;
    latencies.push(performance.now() - sentAt);
    const here = (seen[number] ??= new Uint8Array(count));
    here[watcher] = (here[watcher] ?? 0) + 1;
    if (seq < (newest[watcher] ?? -1)) reordered += 1;
    else newest[watcher] = seq;
  }

  const sockets: Socket[] = [];
  for (let from = 0; from < count; from += opening) {
    const some = Array.from({ length: Math.min(opening, count - from) }, (_, n) => from + n);
    sockets.push(
      ...(await Promise.all(
        some.map(async (n) => {
          const server = servers[n % servers.length] as string;
          const socket = await open(server, first(n), until, (bytes) => arrived(n, bytes));
          socket.on('close', () => (closed += 1));
          return socket;
        }),
      )),
    );
  }

  return {
    /** What arrived of the first `messages`; then resets. */
    arrivals(messages: number): Arrivals {
      let [lost, doubled] = [0, 0];
      for (let number = 0; number < messages; number++) {
        for (const times of seen[number] ?? new Uint8Array(count)) {
          if (times === 0) lost += 1;
          else doubled += times - 1;
        }
      }
      const all = { latencies, lost, doubled, reordered };
      [latencies, seen, reordered] = [[], [], 0];
      return all;
    },
    arrived: () => latencies.length,
    closed: () => closed,
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A WebSocket that sends something and then only listens; resolves when it has received `until`. */
async function open(server: string, first: string[], until: string, hear: (payload: Buffer) => void): Promise<Socket> {
  const { hostname, port, host } = new URL(server);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let rest: Buffer = Buffer.alloc(0);
  let upgraded = false;
  return await new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed before it watched')));
    socket.write(
      `GET /live/ HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n` +
        `sec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    socket.on('data', (chunk) => {
      let data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (!upgraded) {
        const end = data.indexOf('\r\n\r\n');
        if (end < 0) return void (rest = data);
        if (!data.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) return reject(new Error('not upgraded'));
        upgraded = true;
        data = data.subarray(end + 4);
        for (const text of first) socket.write(frame(text));
      }
      for (;;) {
        const [size, header] = sizeOf(data);
        if (data.length < header + size) break;
        const payload = data.subarray(header, header + size);
        const code = (data[0] ?? 0) & 15;
        if (code === 9) socket.write(frame(payload, 10));
        else if (code === 1 && payload.includes(until)) resolve(socket);
        else if (code === 1) hear(payload);
        data = data.subarray(header + size);
      }
      rest = data.length === 0 ? data : Buffer.from(data);
    });
  });
}

/** The length of the frame's payload, and its offset; infinite while unknown. */
function sizeOf(data: Buffer): [size: number, header: number] {
  const short = (data[1] ?? 0) & 127;
  if (data.length < 2) return [Infinity, 2];
  if (short < 126) return [short, 2];
  if (short === 126) return data.length < 4 ? [Infinity, 4] : [data.readUInt16BE(2), 4];
  return data.length < 10 ? [Infinity, 10] : [Number(data.readBigUInt64BE(2)), 10];
}

/** A frame as browsers send it; masked with zeros, which suffices for one's own server. */
function frame(text: string | Buffer, code = 1): Buffer {
  const payload = Buffer.from(text);
  const header =
    payload.length < 126
      ? Buffer.from([128 + code, 128 + payload.length])
      : Buffer.from([128 + code, 254, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([header, Buffer.alloc(4), payload]);
}
