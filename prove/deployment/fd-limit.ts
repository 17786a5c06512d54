import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLiveClient } from '../../apps/server/test/servers/live-client.ts';
import type { Figure } from '../tools/figure.ts';
import { signUp, withServers } from '../tools/two-servers.ts';

const openFiles = 1024;
const connections = 10_000;
const atOnce = 2000;

/** F29: a server that may open 1,024 files, and 10,000 connections that are opened, held and dropped. */
export async function fdLimit(): Promise<Figure> {
  return await withServers(
    1,
    async ([server = ''], _owner, _kill, _freeze, _stopAll, _restart, pidOf) => {
      const pid = pidOf(0);
      const { access } = await signUp(server);
      const old = await openLiveClient(server, access);
      const lost = { old: false };
      void old.closed.then(() => (lost.old = true));
      const told = { busy: 0, dropped: 0, held: 0 };
      for (let done = 0; done < connections; done += atOnce) {
        const batch = await Promise.all(Array.from({ length: atOnce }, () => hold(server)));
        for (const { said } of batch) told[said()] += 1;
        // Existing connections are still served, also for what needs the database.
        old.say({ type: 'ping' });
        await old.hear('pong');
        for (const { socket } of batch) socket.destroy();
        while ((await answers(server)) !== 200) await sleep(50);
      }
      const began = performance.now();
      while ((await answers(server)) !== 200) await sleep(20);
      const recovered = Math.round(performance.now() - began);
      old.close();
      const alive = isAlive(pid);
      return {
        figure: 'F29 descriptors: a server with 1,024 of them under 10,000 connections',
        value: { connections, ...told, old_connection_lost: lost.old, alive, recovered_ms: recovered },
        target:
          'the process and the old connection live, the rest is told 503 or dropped, all well again within 5000 ms',
        ok: alive && !lost.old && told.busy > 0,
        fast: recovered < 5000,
      };
    },
    () => ({}),
    { openFiles },
  );
}

/** Opens an idle connection, and reports after a while what happened to it. */
async function hold(server: string) {
  const { hostname, port } = new URL(server);
  const socket: Socket = connect(Number(port), hostname);
  let heard = '';
  let closed = false;
  socket.on('data', (chunk) => (heard += chunk.toString('latin1'))).on('error', () => {});
  socket.on('close', () => (closed = true));
  await Promise.race([once(socket, 'connect').catch(() => {}), sleep(5000)]);
  // Refusals come immediately.
  await Promise.race([once(socket, 'close'), sleep(500)]);
  return {
    socket,
    said(): 'busy' | 'dropped' | 'held' {
      if (heard.startsWith('HTTP/1.1 503')) return 'busy';
      return closed ? 'dropped' : 'held';
    },
  };
}

async function answers(server: string) {
  const answer = await fetch(`${server}/healthz/ready/`, { headers: { connection: 'close' } }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => {});
  return answer?.status;
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
