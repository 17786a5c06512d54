import websocket from '@fastify/websocket';
import Fastify from 'fastify';

// The best possible fan-out without our code: @fastify/websocket, and a loop over all connections; no session, no database. Its
// messages are as long as the product's.

const app = Fastify();
await app.register(websocket, { options: { perMessageDeflate: false } });

let seq = 0;

app.get('/live/', { websocket: true }, (socket) => {
  socket.on('message', () => socket.send(JSON.stringify({ type: 'watching' })));
});

app.post('/say/', async ({ body }) => {
  const { content } = body as { content: string };
  const user = { id: 1, username: 'bench-patient-1' };
  const [id, timestamp, client_id] = [crypto.randomUUID(), new Date(), crypto.randomUUID()];
  const message = { id, room: 1, seq: ++seq, content, timestamp, user, client_id, hidden_reason: null };
  const text = JSON.stringify({ type: 'event', topic: 'room:1', event: { kind: 'message', message } });
  for (const client of app.websocketServer.clients) client.send(text);
  return message;
});

process.send?.({ ready: await app.listen({ port: 0, host: '127.0.0.1' }) });
process.on('disconnect', () => process.exit(0));
