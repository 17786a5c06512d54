import { setTimeout as sleep } from 'node:timers/promises';
import type { FromServer } from '@carecommons/contract/live';
import { liveSignedOut } from '@carecommons/contract/limits';
import type { Clock } from '../time/time.ts';
import type { Channel } from '../broadcast/broadcast.ts';
import { openDelivery } from './delivery.ts';
import type { Actor, Sessions } from '../auth/auth.ts';

/** One WebSocket, as the topics see it. */
export interface Connection {
  /** Undefined until its first message was a good one. */
  actor: Actor | undefined;
  /** When its access token runs out. */
  until: Date;
  topics: Set<string>;
  send(text: Buffer): void;
  close(code: number, reason: string): void;
  /** Every now and then: ends it where nothing came back since the last time, and asks whether it is still there. */
  probe(): void;
}

interface Options {
  sessions: Sessions;
  clock: Clock;
  /** By which the other processes are told and heard. */
  channel: Channel;
}

// A session that ended anywhere, a new role or a withdrawn grant closes the connections concerned within a second.
const sweepMs = 700;
const probeEverySweeps = 40;
const actorsAtOnce = 1000;
const helloMs = 10_000;
const connectionsOfPerson = 20;

export type Live = ReturnType<typeof openLive>;

export const bufferOf = (message: FromServer) => Buffer.from(JSON.stringify(message));
const stale = bufferOf({ type: 'stale' });
const restarts = 'the server restarts';
const personTopic = (userId: number) => `person:${userId}`;

/**
 * Live events: who watches which topic, and how events reach them, in this process and on others. Delivery is quick and in
 * order, but not certain: whoever watches knows by the numbers of the events what was missed, and fetches it.
 */
export function openLive({ sessions, clock, channel }: Options) {
  const connections = new Set<Connection>();
  const watchers = new Map<string, Set<Connection>>();
  const delivery = openDelivery(() => tellAll());
  channel.hear({ onEvent: deliver, onGap: tellAll });
  let sweeping: NodeJS.Timeout | undefined;
  let sweeps = 0;
  let closing = false;

  function tellAll() {
    delivery.deliver(stale, [...connections]);
  }

  function deliver(topic: string, event: unknown) {
    const there = watchers.get(topic);
    if (there === undefined) return;
    // However many watch, it is made into text once.
    delivery.deliver(event === undefined ? stale : bufferOf({ type: 'event', topic, event }), [...there]);
  }

  function leave(connection: Connection, topic: string) {
    connection.topics.delete(topic);
    const there = watchers.get(topic);
    there?.delete(connection);
    if (there?.size === 0) watchers.delete(topic);
  }

  function watch(connection: Connection, topic: string) {
    connection.topics.add(topic);
    const there = watchers.get(topic);
    if (there === undefined) watchers.set(topic, new Set([connection]));
    else there.add(connection);
  }

  async function sweep() {
    const now = clock.now();
    sweeps += 1;
    // Two connections of one session may have come before and after a change.
    const byActor = new Map<string, { actor: Actor; those: Connection[] }>();
    for (const connection of connections) {
      const { actor, until } = connection;
      if (until <= now) connection.close(liveSignedOut, 'the access token ran out');
      else if (actor !== undefined) {
        const key = [actor.session_id, actor.role, ...actor.grants].join(' ');
        const known = byActor.get(key);
        if (known === undefined) byActor.set(key, { actor, those: [connection] });
        else known.those.push(connection);
      }
    }
    if (sweeps % probeEverySweeps === 0)
      delivery.deliver(
        stale,
        [...connections].map(({ probe }) => ({ send: probe })),
      );
    const known = [...byActor.values()];
    const connectionsOf = new Map(known.map(({ actor, those }) => [actor, those]));
    for (let from = 0; from < known.length; from += actorsAtOnce) {
      const asked = known.slice(from, from + actorsAtOnce).map(({ actor }) => actor);
      for (const { actor, over } of await sessions.changedAmong(asked)) {
        sessions.forget(actor.session_id);
        for (const one of connectionsOf.get(actor) ?? []) {
          if (over) one.close(liveSignedOut, 'the session is over');
          // Its browser comes again at once, and watches what its person may watch now.
          else one.close(1012, 'what you may do has changed');
        }
      }
    }
  }

  /** Sweeps for as long as somebody is connected, each time a while after the last was done. */
  function keepSweeping() {
    if (connections.size === 0) return void (sweeping = undefined);
    sweeping = setTimeout(() => {
      // Where the database does not answer, nobody is let in either, and tokens run out by themselves.
      void sweep()
        .catch(() => {})
        .finally(keepSweeping);
    }, sweepMs);
  }

  return {
    /** Tells the watchers of a topic, right after the commit of what is told; other processes follow within 50 ms. */
    publish(topic: string, event: unknown) {
      deliver(topic, event);
      channel.broadcast(topic, event);
    },

    /** Tells every browser in which a person is signed in. */
    publishToPerson(userId: number, event: unknown) {
      this.publish(personTopic(userId), event);
    },

    /** A new connection, which has a few seconds to say who it is. */
    add(connection: Connection) {
      connection.until = new Date(clock.now().getTime() + helloMs);
      connections.add(connection);
      if (closing) return connection.close(1012, restarts);
      if (sweeping === undefined) keepSweeping();
    },

    /** The connection is gone. */
    remove(connection: Connection) {
      connections.delete(connection);
      for (const topic of connection.topics) leave(connection, topic);
    },

    /** Signs a connection in, or on, by an access token; false where it is no good or another person's. Throws when busy. */
    async hello(connection: Connection, token: string): Promise<boolean> {
      const claimed = sessions.claimed(`Bearer ${token}`);
      if (claimed === undefined) return false;
      // Nothing remembered: who comes again because of a change is let in by what holds now.
      sessions.forget(claimed.session_id);
      const actor = await sessions.actorIn(claimed.user_id, claimed.session_id);
      if (actor === undefined) return false;
      if (connection.actor !== undefined && connection.actor.user_id !== actor.user_id) return false;
      await channel.listen();
      connection.actor = actor;
      connection.until = claimed.expires_at;
      const own = personTopic(actor.user_id);
      watch(connection, own);
      const [oldest, ...others] = watchers.get(own) ?? [];
      if (others.length >= connectionsOfPerson) oldest?.close(1008, 'too many connections');
      const seconds = Math.floor((claimed.expires_at.getTime() - clock.now().getTime()) / 1000);
      connection.send(bufferOf({ type: 'ready', expires_in: seconds }));
      return true;
    },

    watch,
    leave,

    /** Connections right now; texts sent to one of them, and dropped, so far. */
    counts: () => ({ connections: connections.size, ...delivery.counts }),

    /**
     * Lets go of who is connected, one after the other over so many milliseconds: their browsers come to another server at
     * once, and thousands should not come in the same moment.
     */
    async letGo(ms: number) {
      const those = [...connections];
      const began = performance.now();
      for (const [index, connection] of those.entries()) {
        const due = began + (ms * index) / those.length;
        if (due > performance.now()) await sleep(due - performance.now());
        connection.close(1012, restarts);
      }
      const rest = began + ms - performance.now();
      if (rest > 0) await sleep(rest);
    },

    /** Ends all connections, whose browsers then find another server. */
    close() {
      closing = true;
      clearTimeout(sweeping);
      for (const connection of connections) connection.close(1012, restarts);
    },
  };
}
