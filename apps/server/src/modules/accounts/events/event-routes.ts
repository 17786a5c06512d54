import type { AccountEvent } from '@carecommons/contract/account-event-rules';
import { listOwnEvents } from '@carecommons/contract/account-events';
import * as accounts from '@carecommons/contract/accounts';
import * as emails from '@carecommons/contract/emails';
import type { Endpoint } from '@carecommons/contract/endpoint';
import * as factor from '@carecommons/contract/second-factor';
import * as sessions from '@carecommons/contract/sessions';
import * as z from 'zod/mini';
import { sendList } from '../../../platform/db/db.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import { type Call, type Route, route } from '../../../platform/routing/routing.ts';
import { countRefusedSignIn, type Event, listOwnEvents as listOwn, noteEvent, noteFailedSignIn } from './events.ts';
import { isDigits } from '../second-factor/second-factor-app.ts';
import { bare } from '../second-factor/second-factor-codes.ts';

/** The event to record when one of these endpoints succeeds. */
const events = new Map<Endpoint, AccountEvent>([
  [accounts.register, 'registered'],
  [accounts.logIn, 'signed_in'],
  [factor.logInByPasskey, 'signed_in_by_passkey'],
  [factor.logInByCode, 'signed_in'],
  [factor.confirmSession, 'confirmed'],
  [accounts.changePassword, 'password_changed'],
  [emails.changeEmail, 'email_change_asked'],
  [sessions.endSession, 'signed_out_elsewhere'],
  [sessions.endOtherSessions, 'signed_out_elsewhere'],
  [factor.confirmApp, 'factor_added'],
  [factor.addPasskey, 'factor_added'],
  [factor.removeApp, 'factor_removed'],
  [factor.removePasskey, 'factor_removed'],
  [factor.makeRecoveryCodes, 'recovery_codes_made'],
]);

/** The endpoints that sign somebody in: only their response says who it was. */
const opens: readonly Endpoint[] = [accounts.logIn, factor.logInByPasskey, factor.logInByCode];

type Sent = { code?: string } | null | undefined;
interface Answered {
  id?: number;
  access?: string;
}

async function noteDone(call: Call<Endpoint>, endpoint: Endpoint, kind: AccountEvent, answer: Answered) {
  const who: Omit<Event, 'kind'> | undefined =
    endpoint === accounts.register
      ? { user_id: answer.id }
      : (call.request.actor ?? call.sessions.claimed(`Bearer ${answer.access}`));
  await noteEvent(call, { ...who, kind });
  const { code } = (call.body as Sent) ?? {};
  if (code !== undefined && !isDigits(bare(code))) await noteEvent(call, { ...who, kind: 'recovery_code_used' });
}

async function noteFailed(call: Call<Endpoint>, endpoint: Endpoint, { code, errors }: Problem) {
  const { actor } = call.request;
  if (opens.includes(endpoint)) {
    const username = call.request.signingInAs;
    if (code === 'too_many_requests') await countRefusedSignIn(call);
    else if (code === 'invalid_code') await noteFailedSignIn(call, 'code_failed', username);
    else if (code === 'invalid_credentials' || code === 'invalid_passkey')
      await noteFailedSignIn(call, 'sign_in_failed', username);
  } else if (actor !== undefined && errors.some(({ field }) => secrets.has(field))) {
    await noteEvent(call, { ...actor, kind: 'confirmation_failed' });
  }
}
const secrets = new Set(['current_password', 'code', 'passkey']);

/**
 * The routes of accounts. Each records what it did after the commit, or that it failed. If that cannot be written, the
 * response is `busy`.
 */
export const withEvents = (routes: readonly Route[]): Route[] =>
  routes.map((one) => {
    const { endpoint } = one;
    const kind = events.get(endpoint);
    if (kind === undefined) return one;
    const handler = one.handler as (call: Call<Endpoint>) => Promise<unknown>;
    return {
      ...one,
      async handler(call: Call<Endpoint>) {
        const answer = await handler(call).catch(async (error: unknown) => {
          if (error instanceof Problem) await noteFailed(call, endpoint, error);
          throw error;
        });
        if (call.reply.getHeader('idempotency-replayed') === undefined)
          await noteDone(call, endpoint, kind, answer as Answered);
        return answer;
      },
    };
  });

const cursorSchema = z.tuple([z.int(), z.int()]);

export const eventRoutes = [
  route(listOwnEvents, async (call) => {
    const { db, actor, query } = call;
    return await sendList(call, ['account events', actor.user_id], cursorSchema, (after) =>
      listOwn(db, actor, { limit: query.limit, after }),
    );
  }),
];
