import type { IncomingMessage } from 'node:http';
import { fromBrowser, type FromBrowser } from '@carecommons/contract/live';
import { liveSignedOut } from '@carecommons/contract/limits';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { bufferOf, type Connection } from '../live/live.ts';
import { Problem } from '../errors/errors.ts';
import type { Services } from './services.ts';
import type { Actor } from '../auth/auth.ts';

/** One kind of topic: what its watchers are told first, and what a hint of one of them tells the others. */
export interface Topic {
  /** Where the topic stands; undefined where there is no such topic for this person. Called once nothing can be missed. */
  enter(services: Services, actor: Actor, id: number): Promise<object | undefined>;
  hint?(actor: Actor): object;
}
export type Topics = Record<string, Topic>;

const address = '/live/';
const bytesOfMessage = 4096;
const topicsOfConnection = 20;
// So many bytes wait for a line that does not keep up, then it is cut: its browser comes again and fetches.
const bytesWaiting = 256 * 1024;
const messagesInTenSeconds = 60;
const hintEveryMs = 2000;
// Told that the server stops, a browser has this long to say good-bye.
const partingMs = 1000;

/** Registers the WebSocket at /live/, over which browsers watch `topics`. */
export async function registerLive(app: FastifyInstance, services: Services, topics: Topics) {
  await app.register(async (within) => {
    await within.register(websocket, {
      options: { maxPayload: bytesOfMessage, perMessageDeflate: false, clientTracking: false },
      errorHandler: (_error, socket) => socket.terminate(),
      // Our own hook below ends them.
      preClose: (done) => done(),
    });
    within.route({
      method: 'GET',
      url: address,
      exposeHeadRoute: false,
      onRequest: async (request) => {
        if (request.ws && !isOwnOrigin(request, services.config.publicUrl)) throw new Problem('not_allowed');
      },
      handler: async () => {
        throw new Problem('not_found');
      },
      wsHandler: (socket) => serve(socket, services, topics),
    });
  });
  app.addHook('preClose', async () => services.live.close());
}

/**
 * Whether a request asks for a WebSocket at the address of live events. Any other `Upgrade` is ignored, as a server may (RFC
 * 9110, 7.8): the request is answered as if it had none.
 */
export const isLiveUpgrade = ({ url, headers }: IncomingMessage) =>
  url === address && headers.upgrade?.toLowerCase() === 'websocket';

/** A browser always says from which site it comes; a program may say nothing, and has no cookies of anybody's. */
function isOwnOrigin({ headers, host }: FastifyRequest, publicUrl: string | undefined) {
  const { origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && (new URL(origin).host === host || new URL(origin).origin === publicUrl);
}

function serve(socket: WebSocket, services: Services, topics: Topics) {
  const { live } = services;
  let alive = true;
  let hinted = -hintEveryMs;
  let spell = { began: performance.now(), messages: 0 };
  // One after the other: a watch waits for the hello before it.
  let work = Promise.resolve();

  const connection: Connection = {
    actor: undefined,
    until: new Date(),
    topics: new Set(),
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > bytesWaiting) socket.terminate();
      else socket.send(text, { binary: false });
    },
    close(code, reason) {
      socket.close(code, reason);
      setTimeout(() => socket.terminate(), partingMs).unref();
    },
    probe() {
      if (!alive) return socket.terminate();
      alive = false;
      if (socket.readyState === socket.OPEN) socket.ping();
    },
  };

  async function answer(message: FromBrowser) {
    const { actor } = connection;
    if (message.type === 'ping') return connection.send(bufferOf({ type: 'pong' }));
    if (message.type === 'hello') {
      if (!(await live.hello(connection, message.token))) connection.close(liveSignedOut, 'not signed in');
      return;
    }
    if (actor === undefined) return connection.close(liveSignedOut, 'not signed in');
    const { type, topic } = message;
    if (type === 'leave') return live.leave(connection, topic);
    if (type === 'watch') return await watch(actor, topic);
    const [kind = ''] = topic.split(':');
    const now = performance.now();
    if (!connection.topics.has(topic) || now - hinted < hintEveryMs) return;
    hinted = now;
    const event = topics[kind]?.hint?.(actor);
    if (event !== undefined) live.publish(topic, event);
  }

  async function watch(actor: Actor, topic: string) {
    const [kind = '', id = 0] = topic.split(':');
    const found = Object.hasOwn(topics, kind) ? topics[kind] : undefined;
    if (found === undefined || connection.topics.size >= topicsOfConnection) {
      return connection.send(bufferOf({ type: 'refused', topic }));
    }
    // First the watching, then the look: what happens in between is told twice rather than never.
    live.watch(connection, topic);
    const state = await found.enter(services, actor, Number(id));
    if (state === undefined) live.leave(connection, topic);
    connection.send(bufferOf(state === undefined ? { type: 'refused', topic } : { type: 'watching', topic, state }));
  }

  function hear(data: Buffer) {
    const now = performance.now();
    if (now - spell.began > 10_000) spell = { began: now, messages: 0 };
    const message = parse(data);
    if (message === undefined || ++spell.messages > messagesInTenSeconds) {
      return connection.close(1008, 'not understood, or too much');
    }
    // Where the database does not answer, the browser tries again later.
    work = work.then(() => answer(message)).catch(() => connection.close(1013, 'busy'));
  }

  live.add(connection);
  socket.on('message', (data) => {
    alive = true;
    hear(data as Buffer);
  });
  socket.on('pong', () => (alive = true));
  socket.on('close', () => live.remove(connection));
}

function parse(data: Buffer): FromBrowser | undefined {
  try {
    return fromBrowser.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}
