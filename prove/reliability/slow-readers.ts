import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { mixedLoad } from '../tools/mixed-load.ts';
import { descriptorsOf, memoryOf } from '../tools/process-figures.ts';
import type { Figure, Size } from '../tools/figure.ts';
import { post, signUp, withServers } from '../tools/two-servers.ts';

const sockets = 200;
const socketsOfPerson = 15;
const longest = 4000;
const memoryMb = 50;

/**
 * F21: browsers that watch a room and then stop reading while messages are written; and one connection with a flood of
 * requests that never reads the answers.
 */
export async function slowReaders({ full }: Size): Promise<Figure> {
  return await withServers(1, async ([server = ''], owner, _kill, _freeze, _stopAll, _restart, pidOf) => {
    const { room, token } = await mixedLoad(server, owner);
    const write = () =>
      post(`${server}/apis/messages-create/${room}/`, { content: randomBytes(longest / 2).toString('hex') }, token);
    for (let n = 0; n < 200; n++) await write();
    const people = await Promise.all(
      Array.from({ length: Math.ceil(sockets / socketsOfPerson) }, async () => (await signUp(server)).access),
    );
    const deaf: Socket[] = [];
    const pid = pidOf(0);
    for (let n = 0; n < sockets; n++) deaf.push(await openDeaf(server, room, people[n % people.length] as string));
    const open = descriptorsOf(pid);
    const before = memoryOf(pid);
    let most = before;
    let slowest = 0;
    const until = performance.now() + (full ? 300_000 : 40_000);
    let written = 0;
    // Some megabytes fit into the system's buffers before the server's begin to fill.
    while (performance.now() < until) {
      if (!full && descriptorsOf(pid) <= open - sockets) break;
      const began = performance.now();
      const { status } = await write();
      if (status === 201) written += 1;
      slowest = Math.max(slowest, performance.now() - began);
      most = Math.max(most, memoryOf(pid));
    }
    // A connection that is not read does not notice its end: the server's own sockets are counted.
    const cut = open - descriptorsOf(pid);
    for (const socket of deaf) socket.destroy();
    const flooded = await flood(server, pid);
    return {
      figure: 'F21 slow readers: lines cut, MB of memory more at most, ms of the slowest write beside them',
      value: { sockets, cut, written, before, most, slowest: Math.round(slowest), flooded },
      target: `all cut, < ${memoryMb} MB more, also under 50,000 requests on one line that reads nothing`,
      ok: cut >= sockets && most - before < memoryMb && flooded.more < memoryMb && flooded.status === 200,
    };
  });
}

/** A minimal WebSocket client that watches a room and then stops reading. */
async function openDeaf(server: string, room: number, token: string): Promise<Socket> {
  const { hostname, port } = new URL(server);
  const socket = connect(Number(port), hostname).on('error', () => {});
  let heard = '';
  const hear = (chunk: Buffer) => (heard += chunk.toString('latin1'));
  socket.on('data', hear);
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /live/ HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  );
  const heardOf = async (what: string) => {
    while (!heard.includes(what)) await Promise.race([once(socket, 'data'), sleep(20)]);
  };
  await heardOf('101 Switching');
  socket.write(frame(JSON.stringify({ type: 'hello', token })));
  await heardOf('"ready"');
  socket.write(frame(JSON.stringify({ type: 'watch', topic: `room:${room}` })));
  await heardOf('"watching"');
  socket.off('data', hear).pause();
  return socket;
}

/** A masked text frame (RFC 6455, section 5.2). */
function frame(text: string) {
  const mask = randomBytes(4);
  const data = Buffer.from(text).map((byte, at) => byte ^ (mask[at % 4] as number));
  const length = data.length < 126 ? [0x80 | data.length] : [0x80 | 126, data.length >> 8, data.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length]), mask, data]);
}

/** One connection that sends requests and never reads. */
async function flood(server: string, pid: number) {
  const { hostname, port } = new URL(server);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.pause();
  const before = memoryOf(pid);
  let most = before;
  const hundred = Buffer.from('GET /speciality/ HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(100));
  for (let n = 0; n < 500 && socket.writable; n++) {
    socket.write(hundred);
    if (n % 10 === 0) await sleep(5);
    most = Math.max(most, memoryOf(pid));
  }
  await sleep(2000);
  const { status } = await fetch(`${server}/speciality/`);
  most = Math.max(most, memoryOf(pid));
  socket.destroy();
  return { before, more: Math.round((most - before) * 10) / 10, status };
}
