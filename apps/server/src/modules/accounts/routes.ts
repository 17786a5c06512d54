import {
  changePassword,
  checkRole,
  getBasicProfile,
  getCurrentUser,
  logIn,
  logOut,
  refreshSession,
  register,
  saveBasicProfile,
} from '@carecommons/contract/accounts';
import { audit } from '../../platform/audit/audit.ts';
import { route } from '../../platform/routing/routing.ts';
import * as accounts from './accounts.ts';
import { confirmCurrentPassword } from './current-password.ts';
import { dropLinks } from './email-links.ts';
import { emailRoutes } from './email-routes.ts';
import { sendVerification } from './email-address.ts';
import { eventRoutes, withEvents } from './events/event-routes.ts';
import { noteEvent } from './events/events.ts';
import { firstLanguage, rememberLanguage } from './language.ts';
import { passwordChanged, sendEmail } from './send-email.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { mayChange } from './second-factor/second-factor.ts';
import { enterByCode, enterByPassword, entering } from './sign-in.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { endSessions, logOut as endByToken, refresh } from './sessions.ts';

export const accountsRoutes = withEvents([
  ...emailRoutes,
  ...eventRoutes,
  ...secondFactorRoutes,
  ...signInRoutes,
  ...sessionRoutes,

  route(register, async ({ db, body, clock, config, languages, request, throttle }) => {
    await throttle.registration(request.ip);
    const account = await accounts.prepareAccount(db, body, config.secret);
    const mayEmail = await throttle.emailTo(body.email);
    const id = await db.transaction().execute(async (tx) => {
      const language = firstLanguage(languages.askedBy(request));
      const opened = await accounts.openAccount(tx, account, clock.now(), language);
      // Without it, the person can ask for one later.
      if (mayEmail) await sendVerification(tx, opened, body.email, config.secret, clock.now());
      return opened;
    });
    return { id, username: body.username, message: 'Registration Successful!' };
  }),

  route(logIn, async (call) => {
    const { db, body, config } = call;
    return await entering(call, body.username, async () => {
      const user = await accounts.authenticate(db, body.username, body.password, config.secret);
      return await (body.code === undefined ? enterByPassword(call, user) : enterByCode(call, user, body.code));
    });
  }),

  route(refreshSession, async (call) => {
    const { db, body, request } = call;
    const client = { userAgent: request.headers['user-agent'], active: body.active };
    return await refresh(db, body.refresh, client, call);
  }),

  route(logOut, async (call) => {
    const { db, body, request, reply, sessions } = call;
    // Nor does what the browser keeps of its pages outlive the session. What it stores itself, such as pages for reading offline, the page erases.
    reply.header('clear-site-data', '"cache"');
    const ended = await endByToken(db, body.refresh_token, sessions.claimed(request.headers.authorization), call);
    if (ended !== undefined) await noteEvent(call, { kind: 'signed_out', ...ended });
    return {};
  }),

  route(checkRole, async ({ db, actor, languages, request }) => {
    // Each page calls this when it has loaded, also after its reader chose another language.
    await rememberLanguage(db, actor.user_id, languages.askedBy(request));
    return { role: actor.role, grants: [...actor.held_grants] };
  }),

  route(getCurrentUser, async ({ db, actor }) => accounts.getUser(db, actor)),

  route(getBasicProfile, async ({ db, actor }) => {
    return (await accounts.getProfile(db, actor)) ?? { name: null, about: null, phone: null };
  }),

  route(saveBasicProfile, async ({ transaction, actor, body, clock, sessions }) => {
    const saved = await transaction((tx) => accounts.saveProfile(tx, actor, body, clock.now()));
    sessions.forgetPerson(actor.user_id);
    return saved;
  }),

  route(changePassword, async (call) => {
    const { db, transaction, actor, body, clock, config, request, reply, sessions, throttle } = call;
    async function confirmed() {
      await confirmCurrentPassword(call, body.current_password);
      return { passwordHash: await accounts.hashNewPassword(db, actor, body.new_password, config.secret) };
    }
    // A retry with its key has an old password that is no longer correct, and still gets its response.
    const result = await confirmed().catch((refused: unknown) => ({ refused }));
    await transaction(async (tx) => {
      if ('refused' in result) throw result.refused;
      await mayChange(tx, actor, clock.now());
      await accounts.setPassword(tx, actor, result.passwordHash, clock.now());
      await endSessions(tx, actor.user_id, 'password', clock.now(), actor.session_id);
      await dropLinks(tx, actor.user_id, ['change', 'reset']);
      if (body.end_links) await call.endHandedOut(tx, actor, clock.now());
      await audit(tx, { at: clock.now(), actor, action: 'password_changed', outcome: 'done' });
      await sendEmail(tx, actor.user_id, passwordChanged, clock.now());
      return {};
    });
    sessions.forgetPerson(actor.user_id);
    await throttle.rememberDevice(actor.user_id, request, reply);
    return {};
  }),
]);
