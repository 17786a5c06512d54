import * as contract from '@carecommons/contract/second-factor';
import type { Tx } from '../../../platform/db/db.ts';
import { invalidField, Problem } from '../../../platform/errors/errors.ts';
import { type Call, route } from '../../../platform/routing/routing.ts';
import type { Actor } from '../../../platform/auth/auth.ts';
import { withCode, withPassword } from '../current-password.ts';
import { dropApp, confirmApp, prepareApp, takeStep } from './second-factor-app.ts';
import { bare, replaceCodes } from './second-factor-codes.ts';
import {
  askingFor,
  creationOptions,
  dropPasskey,
  addPasskey,
  namePasskey,
  requestOptions,
  siteOf,
  takePasskey,
} from './second-factor-passkeys.ts';
import { seal, unseal } from './second-factor-seal.ts';
import {
  added,
  getSecondFactor,
  markSession,
  mayChange,
  removed,
  renewCodes,
  takeCode,
  wrongCode,
} from './second-factor.ts';
import { markConfirmed } from './step-up.ts';

const toAdd = ({ user_id, session_id }: Actor) => `add ${user_id} ${session_id}`;
const toConfirm = ({ user_id, session_id }: Actor) => `confirm ${user_id} ${session_id}`;

type Writing = Pick<Call<never>, 'config' | 'transaction'> & { actor: Actor };

/** Runs a write whose response holds secrets. The response is stored for retries of the same call, but encrypted. */
async function secretly<T>(
  { transaction, actor, config }: Writing,
  work: Parameters<typeof transaction<T>>[0],
): Promise<T> {
  const { sealed } = await transaction(async (tx) => {
    const answer = JSON.stringify(await work(tx));
    return { sealed: seal(config.secret, actor.user_id, answer).toString('base64') };
  });
  return JSON.parse(unseal(config.secret, actor.user_id, Buffer.from(sealed, 'base64'))) as T;
}

export const secondFactorRoutes = [
  route(contract.getSecondFactor, async ({ db, actor, config, request }) => ({
    ...(await getSecondFactor(db, actor)),
    required: config.secondFactor === 'required' && actor.held_grants.length > 0,
    passkeys_possible: siteOf(config.publicUrl, request) !== undefined,
  })),

  route(contract.startApp, async (call) => {
    const { actor, config, clock } = call;
    return await secretly(call, async (tx) => {
      await mayChange(tx, actor, clock.now());
      const prepared = await prepareApp(tx, actor, config.secret, clock.now());
      if (prepared === undefined)
        throw new Problem('wrong_state', { message: 'An authenticator app is already set up.' });
      return prepared;
    });
  }),

  route(contract.confirmApp, async (call) => {
    const { actor, body, config, clock, sessions } = call;
    const [now, { secret }] = [clock.now(), config];
    const add = async (tx: Tx) => {
      await mayChange(tx, actor, clock.now());
      const options = { secret, now, confirmed: false };
      if (!(await takeStep(tx, actor.user_id, bare(body.code), options))) throw wrongCode();
      await confirmApp(tx, actor.user_id, now);
      await markSession(tx, actor, now);
      await added(tx, actor, 'authenticator app', now);
      return { recovery_codes: await replaceCodes(tx, actor.user_id, secret) };
    };
    const answer = await withPassword(call, () => secretly(call, add));
    sessions.forgetPerson(actor.user_id);
    return answer;
  }),

  route(contract.removeApp, async (call) => {
    const { transaction, actor, body, config, clock, sessions, throttle } = call;
    const now = clock.now();
    const remove = async (tx: Tx) => {
      if (!(await takeCode(tx, actor, body.code, { secret: config.secret, now }))) throw wrongCode();
      await dropApp(tx, actor.user_id);
      await removed(tx, actor, 'authenticator app', now);
      return {};
    };
    await withPassword(call, () => withCode(throttle, actor.user_id, () => transaction(remove)));
    sessions.forgetPerson(actor.user_id);
    return {};
  }),

  route(contract.makeRecoveryCodes, async (call) => {
    const { actor, config, clock } = call;
    return await withPassword(call, () =>
      secretly(call, async (tx) => {
        return { recovery_codes: await renewCodes(tx, actor, { secret: config.secret, now: clock.now() }) };
      }),
    );
  }),

  route(contract.startPasskey, async (call) => {
    const { db, actor } = call;
    return await withPassword(call, async () => {
      await db.transaction().execute((tx) => mayChange(tx, actor, call.clock.now()));
      return await creationOptions(db, actor, askingFor(call, toAdd(actor)));
    });
  }),

  route(contract.addPasskey, async (call) => {
    const { actor, body, clock, config, sessions } = call;
    const answer = await secretly(call, async (tx) => {
      const { has } = await mayChange(tx, actor, clock.now());
      const id = await addPasskey(tx, actor, body, askingFor(call, toAdd(actor)));
      if (id === undefined) throw invalidField('passkey', 'This passkey was not accepted. Please try again.');
      await markSession(tx, actor, clock.now());
      await added(tx, actor, 'passkey', clock.now());
      return { id, recovery_codes: has ? null : await replaceCodes(tx, actor.user_id, config.secret) };
    });
    sessions.forgetPerson(actor.user_id);
    return answer;
  }),

  route(contract.renamePasskey, async ({ transaction, actor, params, body }) => {
    return await transaction(async (tx) => {
      if (!(await namePasskey(tx, actor, params.passkey_id, body.name))) throw new Problem('not_found');
      return {};
    });
  }),

  route(contract.removePasskey, async (call) => {
    const { transaction, actor, params, clock, sessions } = call;
    await withPassword(call, () =>
      transaction(async (tx) => {
        await mayChange(tx, actor, clock.now());
        if (!(await dropPasskey(tx, actor, params.passkey_id))) throw new Problem('not_found');
        await removed(tx, actor, 'passkey', clock.now());
        return {};
      }),
    );
    sessions.forgetPerson(actor.user_id);
    return {};
  }),

  route(contract.startConfirmation, async (call) => {
    return await requestOptions(call.db, call.actor.user_id, askingFor(call, toConfirm(call.actor)));
  }),

  route(contract.confirmSession, async (call) => {
    const { transaction, actor, body, config, clock, sessions, throttle } = call;
    const now = clock.now();
    const confirm = () =>
      transaction(async (tx) => {
        if (body.passkey !== undefined) {
          const of = await takePasskey(tx, actor.user_id, body.passkey, askingFor(call, toConfirm(actor)));
          if (of === undefined) throw invalidField('passkey', 'This passkey was not accepted. Please try again.');
        } else if (!(await takeCode(tx, actor, body.code ?? '', { secret: config.secret, now }))) throw wrongCode();
        await markSession(tx, actor, now);
        return {};
      });
    const byPassword = () =>
      transaction(async (tx) => {
        await mayChange(tx, actor, now);
        await markConfirmed(tx, actor, now);
        return {};
      });
    const { current_password } = body;
    if (current_password !== undefined) await withPassword({ ...call, body: { current_password } }, byPassword);
    else await (body.passkey === undefined ? withCode(throttle, actor.user_id, confirm) : confirm());
    sessions.forgetPerson(actor.user_id);
    return {};
  }),
];
