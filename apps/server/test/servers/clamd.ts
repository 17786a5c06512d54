import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The string that every scanner takes for a virus by agreement; in two parts, so that this file is none. */
export const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$` + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

/** What came over one connection: the content, and the largest piece in which it came. */
interface Received {
  content: Buffer;
  largest: number;
  /** Whether the piece of no length came that ends the content. */
  ended: boolean;
}

type Behaviour = (socket: Socket, received: Received) => void;

/**
 * A server that speaks clamd's side of INSTREAM over TCP and does with each connection what it is told to, whenever something
 * has come.
 */
export async function openScanner(first: Behaviour = says('stream: OK')) {
  const scanner = { behaviour: first, received: [] as Received[], address: { host: '127.0.0.1', port: 0 } };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const received: Received = { content: Buffer.alloc(0), largest: 0, ended: false };
    scanner.received.push(received);
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    let greeted = false;
    function takePieces() {
      while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
        const length = rest.readUInt32BE();
        received.content = Buffer.concat([received.content, rest.subarray(4, 4 + length)]);
        received.largest = Math.max(received.largest, length);
        received.ended ||= length === 0;
        rest = rest.subarray(4 + length);
      }
    }
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      if (!greeted && rest.length >= 10) {
        if (rest.subarray(0, 10).toString() !== 'zINSTREAM\0') return socket.end('UNKNOWN COMMAND\0');
        greeted = true;
        rest = rest.subarray(10);
      }
      if (greeted) takePieces();
      return scanner.behaviour(socket, received);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scanner.address.port = (server.address() as AddressInfo).port;
  return Object.assign(scanner, {
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}

/** Answers once all has come, in one piece or in several. */
export function says(...pieces: string[]): Behaviour {
  return (socket, { ended }) => {
    if (!ended) return;
    void (async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await sleep(5);
      }
      socket.end('\0');
    })();
  };
}

/** Whether Debian's clamd is there. */
export const hasClamd = spawnSync('clamd', ['--version']).status === 0;

/** The real clamd on a socket of its own, which knows one virus, and takes at most a megabyte. */
export async function startClamd() {
  const folder = mkdtempSync(join(tmpdir(), 'carecommons-clamd-'));
  const path = join(folder, 'socket');
  writeFileSync(join(folder, 'known.ndb'), `Carecommons.Test:0:*:${Buffer.from(eicar).toString('hex')}\n`);
  const lines = [`LocalSocket ${path}`, `DatabaseDirectory ${folder}`, 'Foreground yes', 'StreamMaxLength 1M'];
  writeFileSync(join(folder, 'conf'), `${lines.join('\n')}\n`);
  let child: ReturnType<typeof launch>;
  const launch = () => spawn('clamd', ['--config-file', join(folder, 'conf')], { stdio: 'ignore' });
  async function start() {
    child = launch();
    const until = Date.now() + 30_000;
    while (!(await answers(path))) {
      if (Date.now() > until || child.exitCode !== null) throw new Error('clamd did not start');
      await sleep(50);
    }
  }
  async function stop() {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    rmSync(path, { force: true });
  }
  await start();
  return {
    address: { path },
    start,
    stop,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
