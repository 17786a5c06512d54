import * as contract from '@carecommons/contract/emails';
import { Problem } from '../../platform/errors/errors.ts';
import { route } from '../../platform/routing/routing.ts';
import { confirmCurrentPassword } from './current-password.ts';
import { noteEvent } from './events/events.ts';
import { askForChange, confirmEmail, getOwnEmail, resendVerification } from './email-address.ts';
import { askForReset, listResetPasskeys, resetPassword } from './password-reset.ts';
import { mayChange } from './second-factor/second-factor.ts';

export const emailRoutes = [
  route(contract.getOwnEmail, async ({ db, actor, clock }) => await getOwnEmail(db, actor, clock.now())),

  route(contract.sendVerification, async ({ db, transaction, actor, clock, config, throttle }) => {
    const { email, verified } = await getOwnEmail(db, actor, clock.now());
    if (!verified && !(await throttle.emailTo(email))) throw tooMany();
    return await transaction(async (tx) => {
      await resendVerification(tx, actor, config.secret, clock.now());
      return {};
    });
  }),

  route(contract.changeEmail, async (call) => {
    const { transaction, actor, body, clock, config, throttle } = call;
    async function allowed() {
      await confirmCurrentPassword(call, body.current_password);
      if (!(await throttle.emailTo(body.email))) throw tooMany();
    }
    // A retry with its key gets its response, whatever has become of the password.
    const refused = await allowed().then(
      () => undefined,
      (thrown: unknown) => ({ thrown }),
    );
    return await transaction(async (tx) => {
      if (refused !== undefined) throw refused.thrown;
      await mayChange(tx, actor, clock.now());
      await askForChange(tx, actor, body.email, config.secret, clock.now());
      return {};
    });
  }),

  route(contract.confirmEmail, async (call) => {
    const { db, body, clock, sessions } = call;
    const { user_id, ...answer } = await db.transaction().execute((tx) => confirmEmail(tx, body.token, clock.now()));
    if (answer.factors_removed) sessions.forgetPerson(user_id);
    await noteEvent(call, { kind: 'email_confirmed', user_id });
    return answer;
  }),

  route(contract.forgotPassword, async ({ db, body, clock, request, throttle }) => {
    await throttle.forgotten(body.email, request.ip);
    await db.transaction().execute((tx) => askForReset(tx, body.email, clock.now()));
    return {};
  }),

  route(
    contract.listResetPasskeys,
    async ({ db, body, clock }) => await listResetPasskeys(db, body.token, clock.now()),
  ),

  route(contract.resetPassword, async (call) => {
    const { request, reply, sessions, throttle } = call;
    const { user_id } = await resetPassword(call, call.body);
    sessions.forgetPerson(user_id);
    await throttle.forgive(user_id, request.ip);
    await throttle.rememberDevice(user_id, request, reply);
    await noteEvent(call, { kind: 'password_reset', user_id });
    return {};
  }),
];

const tooMany = () => new Problem('too_many_requests', { headers: { 'retry-after': '3600' } });
