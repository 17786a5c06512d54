import { createHmac } from 'node:crypto';
import type { FileRefusal } from '@carecommons/contract/administration-rules';
import { reportLinkMinutes } from '@carecommons/contract/limits';
import type { FastifyRequest } from 'fastify';
import { deriveKey, isGenuine } from '../crypto/crypto.ts';
import type { Actor, Sessions } from './sessions.ts';

export type Purpose = 'view' | 'download';

/** What a link says: whose it is, from which session, what for, and until when (seconds since 1970). */
interface LinkClaims {
  user_id: number;
  session_id: string;
  purpose: Purpose;
  expires: number;
}

/** A link as it came: genuine and in time, genuine and too late, or made by nobody. */
export type Link = ({ state: 'good' | 'expired' } & LinkClaims) | { state: 'forged' };

const form = /^([1-9]\d{0,9})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(view|download)\.(\d{1,12})\.([\w-]{43})$/;

/** Links to the files of one kind, each for one person in one session, for five minutes; a key of its own signs them. */
export function signedLinks(kind: 'record' | 'evidence' | 'visit' | 'export', addressOf: (id: number) => string) {
  const keyPurpose = `${kind} link`;
  function macOf(key: Buffer, id: number, { user_id, session_id, purpose, expires }: LinkClaims) {
    const payload = [id, user_id, session_id, purpose, expires].join('|');
    return createHmac('sha256', key).update(payload).digest();
  }

  return {
    /** The address of a file for an actor. */
    to(secret: string, id: number, actor: Actor, purpose: Purpose, now: Date): string {
      const expires = Math.floor(now.getTime() / 1000) + reportLinkMinutes * 60;
      const { user_id, session_id } = actor;
      const payload = { user_id, session_id, purpose, expires };
      const mac = macOf(deriveKey(secret, keyPurpose), id, payload).toString('base64url');
      return `${addressOf(id)}?token=${user_id}.${session_id}.${purpose}.${expires}.${mac}`;
    },

    /** Reads the token of a link. */
    read(secret: string, id: number, token: string, now: Date): Link {
      const [, user, session_id, purpose, until, mac] = form.exec(token) ?? [];
      if (user === undefined || session_id === undefined || mac === undefined) return { state: 'forged' };
      const payload = { user_id: Number(user), session_id, purpose: purpose as Purpose, expires: Number(until) };
      const given = Buffer.from(mac, 'base64url');
      if (!isGenuine(secret, keyPurpose, given, (key) => macOf(key, id, payload))) return { state: 'forged' };
      return { state: payload.expires * 1000 > now.getTime() ? 'good' : 'expired', ...payload };
    },
  };
}

/** A link with the person who holds it. */
export interface LinkHolder {
  link: Link;
  /** The person of the link's session, where both still are. */
  actor: Actor | undefined;
  /** Whether an access token of another session came along. */
  otherSession: boolean;
}

/** Who holds a link that came with a request. */
export async function holderOf(link: Link, sessions: Sessions, request: FastifyRequest): Promise<LinkHolder> {
  const actor = link.state === 'forged' ? undefined : await sessions.actorIn(link.user_id, link.session_id);
  const caller = sessions.claimed(request.headers.authorization);
  return { link, actor, otherSession: caller !== undefined && caller.session_id !== actor?.session_id };
}

/** Why a link opens nothing, whatever it leads to; undefined where that is to be looked at. */
export function refusalOfLink({ link, actor, otherSession }: LinkHolder): FileRefusal | undefined {
  if (link.state !== 'good') return link.state;
  if (actor === undefined) return 'session_ended';
  return otherSession ? 'other_session' : undefined;
}
