import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import {
  answerClientError,
  apiHeaders,
  limitConnections,
  type LoadShedding,
  methodsByPath,
  openLoadShedding,
  parseJson,
  registerPolicyReports,
} from './platform/http/http.ts';
import { registerDevMail } from './platform/mail/mail.ts';
import {
  isLiveUpgrade,
  limitBodyTime,
  registerDocuments,
  registerLive,
  registerRoutes,
  type Services,
  uploadMs,
} from './platform/routing/routing.ts';
import { setRequestDeadlines } from './platform/db/db.ts';
import { Problem, toProblem } from './platform/errors/errors.ts';
import { refuseOtherHosts } from './platform/config/config.ts';
import { traceIds, traceRequests } from './platform/telemetry/telemetry.ts';
import { inProcess, redirectNavigations, registerWeb, type Web } from './platform/web/web.ts';
import { adminRoutes } from './modules/admin/routes.ts';
import { accountsRoutes } from './modules/accounts/routes.ts';
import { appointmentsRoutes } from './modules/appointments/routes.ts';
import { waitingRoutes } from './modules/appointments/waiting-routes.ts';
import { calendarsRoutes } from './modules/calendars/routes.ts';
import { timeRoutes } from './modules/appointments/time-routes.ts';
import { chatRoutes } from './modules/chat/routes.ts';
import { chatTopics } from './modules/chat/topics.ts';
import { registerFeed } from './modules/blogs/feed.ts';
import { blogsRoutes } from './modules/blogs/routes.ts';
import { providersRoutes } from './modules/providers/routes.ts';
import { specialityRoutes } from './modules/providers/speciality-routes.ts';
import { ownDocumentRoutes } from './modules/records/own-document-routes.ts';
import { recordsRoutes } from './modules/records/routes.ts';
import { shareRoutes } from './modules/records/share-routes.ts';
import { moderationRoutes } from './modules/moderation/routes.ts';
import { moderationTopics } from './modules/moderation/topics.ts';
import { privacyRoutes } from './modules/privacy/routes.ts';
import { notificationsRoutes } from './modules/notifications/routes.ts';
import { healthRoutes } from './modules/health/routes.ts';
import { helpRoutes } from './modules/help/routes.ts';
import { registerCrawlerFiles } from './modules/site/crawlers.ts';
import { searchRoutes } from './modules/search/routes.ts';
import { erasureRoutes } from './modules/privacy/erasure-routes.ts';
import { verificationRoutes } from './modules/verification/routes.ts';
import { visitKindsRoutes } from './modules/visit-kinds/routes.ts';
import { schedulesRoutes } from './modules/schedules/routes.ts';
import { siteRoutes } from './modules/site/routes.ts';

/** Every route of the API, module by module, in one visible list. */
export const routes = [
  ...healthRoutes,
  ...accountsRoutes,
  ...providersRoutes,
  ...specialityRoutes,
  ...appointmentsRoutes,
  ...waitingRoutes,
  ...calendarsRoutes,
  ...timeRoutes,
  ...schedulesRoutes,
  ...visitKindsRoutes,
  ...notificationsRoutes,
  ...recordsRoutes,
  ...shareRoutes,
  ...ownDocumentRoutes,
  ...blogsRoutes,
  ...helpRoutes,
  ...searchRoutes,
  ...chatRoutes,
  ...moderationRoutes,
  ...adminRoutes,
  ...verificationRoutes,
  ...privacyRoutes,
  ...erasureRoutes,
  ...siteRoutes,
];

/** Everything that browsers may watch over their WebSocket. */
const topics = { ...chatTopics, ...moderationTopics };

/** Builds the server: what protects every route, then the API, then, where `web` is given, the pages. */
export async function buildApp(services: Services, web?: Web): Promise<FastifyInstance> {
  const app = buildBareApp(services, openLoadShedding(services));
  limitConnections(app.server);
  registerRoutes(app, services, routes);
  await registerLive(app, services, topics);
  if (services.config.apiDocs) registerDocuments(app, services, routes);
  registerDevMail(app, services);
  await registerPolicyReports(app, services);
  registerFeed(app, services);
  registerCrawlerFiles(app, services);
  if (web !== undefined) await registerWeb(app, services, web);
  return app;
}

/** Node's server: how long it waits, and for how large a head. */
function openServer(serve: RequestListener) {
  const server = createServer(
    {
      requestTimeout: uploadMs,
      keepAliveTimeout: 72_000,
      maxHeaderSize: 16_384,
      // Looked at so often, a client that is too slow is gone within 12 seconds.
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2000,
      shouldUpgradeCallback: isLiveUpgrade,
      // Node's own answer to a request without a host would lack every header: Fastify's hook refuses it.
      requireHostHeader: false,
    },
    serve,
  );
  // On a line over which nothing has come or gone for so long nobody waits, also where an answer was half read.
  return server.setTimeout(60_000);
}

/** A server without routes: headers, request ids, limits, error answers and the log line, the same for all of them. */
export function buildBareApp(
  services: Pick<Services, 'config' | 'log' | 'sessions' | 'throttle' | 'times'>,
  shedding?: LoadShedding,
): FastifyInstance {
  const { config, log, times } = services;
  const app = Fastify({
    logger: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 1_048_576,
    serverFactory: (serve) => openServer(shedding?.before(serve) ?? serve),
    // What comes while the server closes is answered, and its connection closed.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 500 },
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
    // An address that no router reads never comes to the hooks.
    frameworkErrors: (error, request, reply) =>
      sendProblem(reply.headers({ ...apiHeaders, 'x-request-id': request.id }), toProblem(error)),
  });
  const methodsAt = methodsByPath(app);
  times?.watch(app.server);
  if (config.tracing !== undefined) traceRequests(app, config.trustProxy, isInProcess);

  app.decorateRequest('actor', undefined);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);

  setRequestDeadlines(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(apiHeaders);
    reply.header('x-request-id', request.id);
    limitBodyTime(request);
    if (isCounted(request)) {
      const person = services.sessions.claimed(request.headers.authorization)?.user_id;
      await services.throttle.pass(request.ip, person);
    }
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw new Problem('invalid_input');
    if (request.url.length > longestUrl) throw new Problem('uri_too_long');
  });
  refuseOtherHosts(app, config);
  redirectNavigations(app);
  if (shedding !== undefined) {
    app.addHook('onSend', (request, _reply, _payload, done) => {
      shedding.answered(request.raw);
      done();
    });
  }

  app.addHook('onResponse', async (request, reply) => {
    if (isInProcess(request)) return;
    const route = request.routeOptions.url ?? '(none)';
    times?.answered(request.method, route, reply.statusCode, reply.elapsedTime);
    log.info(
      {
        request_id: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.span && traceIds(request.span)),
      },
      'answered',
    );
  });

  app.setErrorHandler(async (thrown, request, reply) => {
    const problem = toProblem(thrown);
    if (problem.code === 'busy' && problem.cause !== undefined) {
      // There may be thousands of these while the database is away: a line each, and where in our code says nothing.
      const { code, message } = problem.cause as { code?: string; message?: string };
      log.warn({ request_id: request.id, route: request.routeOptions.url ?? '(none)', code: code ?? message }, 'busy');
    } else if (problem.code === 'internal_error' || problem.cause !== undefined) {
      const of = problem.cause ?? thrown;
      const fault = of instanceof Error ? (of.stack ?? of.message) : 'not an Error';
      const route = request.routeOptions.url ?? '(none)';
      log.error({ request_id: request.id, route, fault, ...(request.span && traceIds(request.span)) }, 'fault');
    }
    return sendProblem(reply, problem);
  });

  app.setNotFoundHandler(async (request, reply) => {
    const methods = methodsAt(request.url);
    if (methods.length === 0 || methods.includes(request.method)) return sendProblem(reply, new Problem('not_found'));
    return sendProblem(reply, new Problem('method_not_allowed', { headers: { allow: methods.join(', ') } }));
  });
  return app;
}

const longestUrl = 8192;
/** By the connection, never by a header that says where a request comes from. */
const isInProcess = ({ socket }: FastifyRequest) => socket.remoteAddress === inProcess;
/** Built files are not counted: a browser keeps them for good, and many people behind one address each fetch them once. */
const isCounted = (request: FastifyRequest) =>
  !isInProcess(request) && request.routeOptions.url?.startsWith('/assets/') !== true;

function sendProblem(reply: FastifyReply, problem: Problem) {
  return reply
    .status(problem.status)
    .headers(problem.headers)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem.body());
}
