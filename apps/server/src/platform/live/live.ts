/** Open WebSockets, what they watch, and how they are drained. */
export { drain } from './drain.ts';
export { bufferOf, type Connection, type Live, openLive } from './topics.ts';
