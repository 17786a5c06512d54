import * as z from 'zod/mini';
import { strict } from './fields.ts';

// The messages on the one WebSocket of a browser, at /live/. Each is one JSON object.

const topic = z.string().check(z.regex(/^[a-z]+(:\d{1,10})?$/));

/** Messages from the browser. The first is `hello`, which is repeated with each new access token. */
export const fromBrowser = z.discriminatedUnion('type', [
  strict({ type: z.literal('hello'), token: z.string().check(z.maxLength(2000)) }),
  strict({ type: z.literal('watch'), topic }),
  strict({ type: z.literal('leave'), topic }),
  /** A short-lived signal in a topic, such as typing: forwarded, never stored. */
  strict({ type: z.literal('hint'), topic }),
  strict({ type: z.literal('ping') }),
]);
export type FromBrowser = z.output<typeof fromBrowser>;

/** Messages from the server. */
export type FromServer =
  /** Signed in, for so many seconds unless a new token comes. */
  | { type: 'ready'; expires_in: number }
  /** Events of the topic follow from now on; `state` is its current state. */
  | { type: 'watching'; topic: string; state: unknown }
  /** This person has no such topic. */
  | { type: 'refused'; topic: string }
  | { type: 'event'; topic: string; event: unknown }
  /** Events may have been missed: watchers must fetch again. */
  | { type: 'stale' }
  | { type: 'pong' };
