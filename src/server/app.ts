import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AnyExceptionFilter, respondToBadAddress, respondToUnreadable } from '../platform/errors/exception.filter.js';
import { type Admit, admitBeforeBodies, refuseSeveralCredentials } from '../platform/http/admission.js';
import { acceptUploads, allowLargeBodies } from '../platform/http/bodies/body-limits.js';
import { enableCors } from '../platform/http/cors.js';
import { countOpenRequests } from '../platform/http/open-requests.js';
import { takeTurns } from '../platform/http/bursts.js';
import { limitLargeRequests, turnOfOpenBody } from '../platform/http/bodies/large-requests.js';
import { acceptJson } from '../platform/http/bodies/json-body.js';
import { parseQueryString, QueryNames } from '../platform/http/query.js';
import { sendWarnings } from '../platform/http/request-warnings.js';
import { formResponses } from '../platform/http/response-form.js';
import { RequestPipe } from '../platform/validation/request.pipe.js';
import { skipRefusedBodies } from '../platform/http/bodies/unread-bodies.js';
import { factsOf } from '../platform/http/route-facts.js';
import { Config } from '../platform/config/config.js';
import { admitOwnReads } from '../audit/own-reads.js';
import { AccessGuard } from '../auth/access.guard.js';
import { serveAssets } from '../assets/serve-assets.js';
import { serveTracking } from '../delivery/engagement/serve-tracking.js';
import { IdempotencyKeys, storeResponses, StoredResponseFilter } from './idempotency/idempotency-keys.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { servesInboxDemo } from '../auth/guests/guest-access.js';
import { serveUnsubscribe } from '../pages/choices/serve-unsubscribe.js';
import { serveConsole } from '../pages/console/serve-console.js';
import { serveMailFrame } from '../pages/console/serve-mail-frame.js';
import { serveGuide } from '../pages/guide/serve-guide.js';
import { serveSampleIcon } from '../pages/inbox-demo/sample.js';
import { serveInboxFrame } from '../pages/inbox-frame/serve-inbox-frame.js';
import { SessionGuard } from '../inbox/widget/sessions/session.guard.js';
import { Logger } from '../platform/logging/logger.js';
import { traceOfRequest } from '../platform/tracing/trace-context.js';
import { withinTrace } from '../platform/tracing/tracing.js';
import { serveOpenApi } from './openapi/openapi.js';
import { serveMetrics } from './metrics/serve-metrics.js';
import { servePrintedAddresses } from '../pages/serve-printed-addresses.js';
import { serveHome } from '../pages/serve-home.js';
import { collectRoutes, UnknownPathFilter } from './unserved/unknown-path.filter.js';

/** The headers of a request must arrive within this time. */
const MAX_HEADERS_MS = 15_000;

/** Requests that do not arrive in time are detected at least this often. */
const MAX_CHECK_MS = 5000;

/** After this time without traffic a connection is closed, because the client has probably disconnected. */
const IDLE_CONNECTION_MS = 600_000;

/** Characters of a parameter in a path: the link of a message may name twenty contexts of two hundred characters. */
const MAX_PARAMETER = 8192;

/** The HTTP server, before Nest adds routes to it. Pass `bodyParser: false` to Nest, because JSON is parsed here. */
export function httpAdapter(config: Config): FastifyAdapter {
  const requestTimeout = config.requestTimeoutSeconds * 1000;
  const adapter = new FastifyAdapter({
    requestTimeout,
    trustProxy: config.trustedProxies ?? false,
    connectionTimeout: IDLE_CONNECTION_MS,
    http: {
      requestTimeout,
      headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeout),
      connectionsCheckingInterval: Math.min(MAX_CHECK_MS, requestTimeout / 4),
    },
    bodyLimit: config.bodyLimitBytes,
    frameworkErrors: respondToBadAddress,
    clientErrorHandler: respondToUnreadable,
    routerOptions: { maxParamLength: MAX_PARAMETER, ignoreTrailingSlash: true, querystringParser: parseQueryString },
  });
  const fastify = adapter.getInstance();
  acceptJson(fastify);
  acceptUploads(fastify);
  allowLargeBodies(fastify, config);
  takeTurns(fastify);
  enableCors(fastify);
  countOpenRequests(fastify);
  limitLargeRequests(fastify);
  fastify.addHook('onRequest', ({ headers }, reply, done) => {
    const trace = traceOfRequest(headers);
    if (trace) withinTrace(trace, reply.raw, done);
    else done();
  });
  fastify.addHook('onRequest', refuseSeveralCredentials);
  admitOwnReads(fastify);
  skipRefusedBodies(fastify);
  return adapter;
}

/** Configures the application, for `main.ts` and for tests, so that tests run the real configuration. */
export function configureApp(app: NestFastifyApplication): void {
  const logger = app.get(Logger);
  app.useLogger(logger);
  app.useGlobalPipes(new RequestPipe());
  admitBeforeBodies(app.getHttpAdapter().getInstance(), admissionTo(app));
  const routes = collectRoutes(app.getHttpAdapter().getInstance());
  app.useGlobalFilters(
    new AnyExceptionFilter(logger),
    new UnknownPathFilter(logger, routes),
    new StoredResponseFilter(),
  );
  // After the guards of the modules.
  app.useGlobalGuards(new QueryNames(app.get(Reflector)), app.get(IdempotencyKeys));
  sendWarnings(app.getHttpAdapter().getInstance());
  formResponses(app.getHttpAdapter().getInstance(), app.get(Config));
  storeResponses(app.getHttpAdapter().getInstance(), app.get(IdempotencyService));
  serveHome(app);
  serveTracking(app);
  serveAssets(app);
  serveMetrics(app);
  serveConsole(app);
  serveGuide(app);
  serveInboxFrame(app);
  serveMailFrame(app);
  servePrintedAddresses(app);
  serveUnsubscribe(app);
  if (app.get(Config).docs) serveOpenApi(app);
  if (servesInboxDemo(app.get(Config))) serveSampleIcon(app);
}

/** Requests without credentials: those with large bodies are read in turns of their address. */
async function admitOpen(app: NestFastifyApplication, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { admittedBy } = factsOf(request);
  if (!admittedBy) return;
  await app.get(admittedBy, { strict: false }).admit(request);
  await turnOfOpenBody(request, reply);
}

/** The check of requests with a body, by the same guards that run later. */
function admissionTo(app: NestFastifyApplication): Admit {
  const [access, sessions] = [app.get(AccessGuard), app.get(SessionGuard, { strict: false })];
  return (request, reply) => {
    switch (factsOf(request).credentials) {
      case 'none':
        return admitOpen(app, request, reply);
      case 'session':
        return sessions.admit(request, reply);
      default:
        return access.admit(request, reply);
    }
  };
}
