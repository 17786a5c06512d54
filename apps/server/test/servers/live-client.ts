import type { FromBrowser, FromServer } from '@carecommons/contract/live';

export interface LiveClient {
  /** Everything that was said to it. */
  heard: FromServer[];
  say(message: FromBrowser | string): void;
  /** The first of what was or will be said that fits. */
  hear<T extends FromServer['type']>(
    type: T,
    fits?: (message: Extract<FromServer, { type: T }>) => boolean,
  ): Promise<Extract<FromServer, { type: T }>>;
  /** The code with which it was closed. */
  closed: Promise<number>;
  close(): void;
}

/** A WebSocket to a server, signed in where a token is given. */
export async function openLiveClient(address: string, token?: string): Promise<LiveClient> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/live/`);
  const heard: FromServer[] = [];
  const listeners = new Set<() => void>();
  socket.addEventListener('message', ({ data }) => {
    heard.push(JSON.parse(String(data)) as FromServer);
    for (const listener of listeners) listener();
  });
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  const client: LiveClient = {
    heard,
    closed,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async hear(type, fits = () => true) {
      return await new Promise((resolve, reject) => {
        const look = () => {
          const found = heard.find((message) => message.type === type && fits(message as never));
          if (found === undefined) return;
          listeners.delete(look);
          resolve(found as never);
        };
        void closed.then((code) => reject(new Error(`closed with ${code}, without ${type}`)));
        listeners.add(look);
        look();
      });
    },
    close: () => socket.close(),
  };
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('not opened')));
  });
  if (token !== undefined) {
    client.say({ type: 'hello', token });
    await client.hear('ready');
  }
  return client;
}
