import { createHmac, timingSafeEqual } from 'node:crypto';
import { reportLinkMinutes } from '@carecommons/contract/limits';
import type { Actor } from '../../core/session.ts';
import { deriveKey } from '../../core/session.ts';

export type Purpose = 'view' | 'download';

/** What a link says: whose it is, from which session, what for, and until when (seconds since 1970). */
interface Said {
  user_id: number;
  session_id: string;
  purpose: Purpose;
  expires: number;
}

/** A link as it came: genuine and in time, genuine and too late, or made by nobody. */
export type Link = ({ state: 'good' | 'expired' } & Said) | { state: 'forged' };

const form = /^([1-9]\d{0,9})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(view|download)\.(\d{1,12})\.([\w-]{43})$/;

function macOf(secret: string, recordId: number, { user_id, session_id, purpose, expires }: Said) {
  const said = [recordId, user_id, session_id, purpose, expires].join('|');
  return createHmac('sha256', deriveKey(secret, 'record link')).update(said).digest();
}

/** The address of a record, for one person in one session, for five minutes. */
export function linkTo(secret: string, recordId: number, actor: Actor, purpose: Purpose, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + reportLinkMinutes * 60;
  const { user_id, session_id } = actor;
  const mac = macOf(secret, recordId, { user_id, session_id, purpose, expires }).toString('base64url');
  return `/files/records/${recordId}/?token=${user_id}.${session_id}.${purpose}.${expires}.${mac}`;
}

/** Reads the token of a link to a record. */
export function readLink(secret: string, recordId: number, token: string, now: Date): Link {
  const [, user, session_id, purpose, until, mac] = form.exec(token) ?? [];
  if (user === undefined || session_id === undefined || mac === undefined) return { state: 'forged' };
  const said = { user_id: Number(user), session_id, purpose: purpose as Purpose, expires: Number(until) };
  const given = Buffer.from(mac, 'base64url');
  if (!timingSafeEqual(given, macOf(secret, recordId, said))) return { state: 'forged' };
  return { state: said.expires * 1000 > now.getTime() ? 'good' : 'expired', ...said };
}
