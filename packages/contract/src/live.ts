import * as z from 'zod/mini';
import { strict } from './fields.ts';

// What goes over the one WebSocket of a browser, at /live/: one JSON object a message.

const topic = z.string().check(z.regex(/^[a-z]+(:\d{1,10})?$/));

/** What a browser says. The first message is `hello`, and again with each new access token. */
export const fromBrowser = z.discriminatedUnion('type', [
  strict({ type: z.literal('hello'), token: z.string().check(z.maxLength(2000)) }),
  strict({ type: z.literal('watch'), topic }),
  strict({ type: z.literal('leave'), topic }),
  /** A sign of life in a topic, such as typing: passed on and never stored. */
  strict({ type: z.literal('hint'), topic }),
  strict({ type: z.literal('ping') }),
]);
export type FromBrowser = z.output<typeof fromBrowser>;

/** What the server says. */
export type FromServer =
  /** Signed in, for so many seconds unless a new token comes. */
  | { type: 'ready'; expires_in: number }
  /** From now on events of the topic come; `state` is where it stands. */
  | { type: 'watching'; topic: string; state: unknown }
  /** There is no such topic for this person. */
  | { type: 'refused'; topic: string }
  | { type: 'event'; topic: string; event: unknown }
  /** Events may have been missed: whoever watches anything fetches. */
  | { type: 'stale' }
  | { type: 'pong' };
