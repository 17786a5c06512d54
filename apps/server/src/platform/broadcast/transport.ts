import type { Logger } from '../log/log.ts';

/** One way from process to process. What is sent comes to the sender as well. */
export interface Transport {
  /** Begins to hear; resolves when it does, or where it cannot just now and goes on trying. */
  listen(): Promise<void>;
  /** Sends texts of at most 7900 bytes each in their order; throws where they may not have come to all. */
  send(texts: string[]): Promise<void>;
  close(): Promise<void>;
}

export interface TransportOptions {
  log: Logger;
  onText: (text: string) => void;
  /** It hears again, and may have missed something. */
  onGap: () => void;
}
