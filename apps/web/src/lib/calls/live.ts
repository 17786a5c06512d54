import type { FromBrowser, FromServer } from '@carecommons/contract/live';
import { liveSignedOut } from '@carecommons/contract/limits';

/** What somebody who watches a topic wants to know of. */
export interface Watcher {
  topic: string;
  /** It is watched, after the start or after any break; `state` is where it stands. What was missed is to be fetched. */
  onState(state: unknown): void;
  onEvent(event: unknown): void;
  /** Something may have been missed. */
  onStale(): void;
}

interface Options {
  /** The address of the WebSocket. */
  address: string;
  /** The access token of now; undefined while nobody is signed in. */
  token(): string | undefined;
  /** Gets a new access token, where the session is not over. */
  renew(): Promise<void>;
}

// Each try waits longer, and never at the same moment as everybody else's.
const retryMs = { first: 300, longest: 15_000 };
// A token is renewed so long before it runs out.
const earlySeconds = 30;
// When nothing has come for so long, the line is tried; when nothing comes then, it is given up.
const quietMs = 20_000;
const answerMs = 5000;

export type Live = ReturnType<typeof openLive>;

/**
 * One WebSocket for all that a browser's page watches: open while anything is watched, opened again after any break, signed
 * on with each new token. What is told over it comes in order, but not certainly: whoever watches must be able to fetch.
 */
export function openLive({ address, token, renew }: Options) {
  const watchers = new Set<Watcher>();
  const ownListeners = new Set<Pick<Watcher, 'onEvent' | 'onStale'>>();
  const stateListeners = new Set<() => void>();
  let socket: WebSocket | undefined;
  let connected = false;
  let wasConnected = false;
  let sentToken: string | undefined;
  let tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let renewal: ReturnType<typeof setTimeout> | undefined;

  function setConnected(now: boolean) {
    if (connected === now) return;
    connected = now;
    for (const listener of stateListeners) listener();
  }

  function send(message: FromBrowser) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  const isWanted = () => watchers.size > 0 || ownListeners.size > 0;

  /** Ends what nobody wants any more. */
  function release() {
    if (isWanted()) return;
    clearTimeout(retry);
    wasConnected = false;
    if (socket !== undefined) lost(socket, 0);
  }

  function open() {
    clearTimeout(retry);
    retry = undefined;
    const access = token();
    if (socket !== undefined || !isWanted() || access === undefined) return;
    const opened = new WebSocket(address);
    socket = opened;
    listen(opened);
    opened.addEventListener('open', () => {
      sentToken = token() ?? access;
      send({ type: 'hello', token: sentToken });
    });
    opened.addEventListener('message', ({ data }) => {
      listen(opened);
      receive(JSON.parse(data as string) as FromServer);
    });
    opened.addEventListener('close', ({ code }) => lost(opened, code));
  }

  /** A line that was cut says nothing: it is tried when it has been quiet for long, and given up when it stays so. */
  function listen(opened: WebSocket, wait = quietMs) {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      if (wait !== quietMs) return lost(opened, 0);
      send({ type: 'ping' });
      listen(opened, answerMs);
    }, wait);
  }

  function lost(was: WebSocket, code: number) {
    if (was !== socket) return;
    socket = undefined;
    was.close();
    clearTimeout(quiet);
    clearTimeout(renewal);
    setConnected(false);
    if (!isWanted()) return;
    const wait = Math.min(retryMs.first * 2 ** tries++, retryMs.longest) * (0.5 + Math.random());
    retry = setTimeout(() => {
      // Another tab, or a call of this one, may have renewed the token by now, also while the refused one was on its way.
      if (code !== liveSignedOut || token() !== sentToken) return open();
      void renew().then(open, open);
    }, wait);
  }

  function receive(message: FromServer) {
    const of = (topic: string) => [...watchers].filter((watcher) => watcher.topic === topic);
    switch (message.type) {
      case 'ready': {
        sentToken = token();
        clearTimeout(renewal);
        renewal = setTimeout(() => void renew().catch(() => {}), Math.max(1, message.expires_in - earlySeconds) * 1000);
        if (connected) return;
        setConnected(true);
        // A topic says where it stands; what concerns a person alone does not.
        if (wasConnected) for (const listener of ownListeners) listener.onStale();
        wasConnected = true;
        if (watchers.size === 0) tries = 0;
        for (const topic of new Set([...watchers].map((watcher) => watcher.topic))) send({ type: 'watch', topic });
        return;
      }
      case 'watching':
        tries = 0;
        for (const watcher of of(message.topic)) watcher.onState(message.state);
        return;
      case 'refused':
        // What was there a moment ago may be gone: who shows it looks again.
        for (const watcher of of(message.topic)) watcher.onStale();
        return;
      case 'event':
        if (message.topic.startsWith('person:')) for (const listener of ownListeners) listener.onEvent(message.event);
        else for (const watcher of of(message.topic)) watcher.onEvent(message.event);
        return;
      case 'stale':
        for (const watcher of [...watchers, ...ownListeners]) watcher.onStale();
        return;
      default:
        return;
    }
  }

  return {
    /** Watches a topic until what it returns is called. */
    watch(watcher: Watcher): () => void {
      const isNew = ![...watchers].some(({ topic }) => topic === watcher.topic);
      watchers.add(watcher);
      // One more who watches the same is told where it stands, too.
      if (connected) send({ type: 'watch', topic: watcher.topic });
      else if (isNew) open();
      return () => {
        watchers.delete(watcher);
        if (![...watchers].some(({ topic }) => topic === watcher.topic)) send({ type: 'leave', topic: watcher.topic });
        release();
      };
    },

    /** Listens to what concerns the person alone until what it returns is called; `onStale` where something may have been missed. */
    onOwn(onEvent: (event: unknown) => void, onStale: () => void = () => {}): () => void {
      const listener = { onEvent, onStale };
      ownListeners.add(listener);
      open();
      return () => {
        ownListeners.delete(listener);
        release();
      };
    },

    /** Gives the others in a topic a sign, as of typing. */
    hint: (topic: string) => send({ type: 'hint', topic }),

    /** Whether events arrive; `onConnected` calls back after each change. */
    isConnected: () => connected,
    onConnected(listener: () => void): () => void {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },

    /** The token is another one: the connection is signed on with it, or ended where there is none. */
    tokenChanged() {
      const access = token();
      if (access === undefined) {
        if (socket !== undefined) lost(socket, 0);
      } else if (socket === undefined) open();
      else send({ type: 'hello', token: access });
    },

    /** The network is back, or the page is looked at again: tries at once what else would wait. */
    wake() {
      tries = 0;
      if (socket === undefined) open();
      else if (connected) {
        send({ type: 'ping' });
        listen(socket, answerMs);
      }
    },
  };
}
