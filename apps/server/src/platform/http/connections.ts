import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { endWith } from './raw-responses.ts';

// Descriptors that are left for the database, files and what else the process opens.
const reserved = 128;
// Connections beyond what is served: each is told so, which takes one for a moment.
const toldBusy = 64;
const closeIdleEveryMs = 1000;

/**
 * Keeps connections within what the system lets the process open (`ulimit -n`), so that there is always a descriptor for the
 * database and for files. Who comes when there are too many is answered 503; idle connections make room, and so many that not even
 * that is possible are dropped.
 */
export function limitConnections(server: Server, limit = openFilesLimit()) {
  if (limit === undefined) return;
  const atMost = Math.max(16, limit - reserved - toldBusy);
  let open = 0;
  let closedIdle = -closeIdleEveryMs;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open <= atMost) return;
    if (open > atMost + toldBusy) return void socket.destroy();
    const now = performance.now();
    if (now - closedIdle > closeIdleEveryMs) {
      closedIdle = now;
      server.closeIdleConnections();
    }
    endWith(socket, 'busy');
  });
}

/** How many descriptors the process may have, where the system tells (Linux). Node has raised it to what is allowed. */
function openFilesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
