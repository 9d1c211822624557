import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Reflector } from '@nestjs/core';
import { AnyExceptionFilter } from '../platform/errors/exception.filter.js';
import { respondToBadAddress, respondToUnreadable } from '../platform/errors/unreadable-requests.js';
import { type Admit, admitBeforeBodies } from '../platform/http/admission.js';
import { allowLargeBodies } from '../platform/http/bodies/body-limits.js';
import { refuseSeveralCredentials } from '../platform/http/authorization.js';
import { openToBrowsers } from '../platform/http/origins.js';
import { countOpenRequests } from '../platform/http/open-requests.js';
import { EnvelopeInterceptor } from '../platform/http/envelope.interceptor.js';
import { acceptJson } from '../platform/http/bodies/json-body.js';
import { OfficialClientInterceptor } from '../platform/http/official-client/official-client.interceptor.js';
import { QueryNamesInterceptor } from '../platform/http/query-names.interceptor.js';
import { parseQueryString } from '../platform/http/query-string.js';
import { RequestPipe } from '../platform/http/request.pipe.js';
import { acceptUploads } from '../platform/http/bodies/uploads.js';
import { leaveRefusedBodies } from '../platform/http/bodies/unread-bodies.js';
import { factsOf } from '../platform/http/route-facts.js';
import { Config } from '../platform/config/config.js';
import { ApiKeyGuard } from '../auth/api-key.guard.js';
import { IdempotencyInterceptor, keepResponses, StoredResponseFilter } from './idempotency/idempotency.interceptor.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { servesInboxDemo } from '../pages/inbox-demo/is-served.js';
import { serveInboxDemo } from '../pages/inbox-demo/serve-inbox-demo.js';
import { SessionGuard } from '../inbox/widget/sessions/session.guard.js';
import { withLogContext } from '../platform/logging/log-context.js';
import { Logger } from '../platform/logging/logger.js';
import { hasOutbox } from '../outbox/outbox-rules.js';
import { serveOutboxPage } from '../pages/outbox/page/serve-outbox-page.js';
import { serveOpenApi } from './openapi/openapi.js';
import { serveHome } from '../pages/serve-home.js';
import { collectRoutes, UnknownPathFilter } from './unserved/unknown-path.filter.js';

/** The head of a request must have arrived in this time at the latest. */
const MAX_HEADERS_MS = 15_000;

/** Requests that do not arrive in time are looked for this often at least. */
const MAX_CHECK_MS = 5000;

/** A connection on which nothing moves for so long is closed: nobody is at its other end. */
const SILENCE_MS = 600_000;

/** The HTTP server, before Nest puts routes on it. Pass `bodyParser: false` to Nest: JSON is parsed here. */
export function httpAdapter(config: Config): FastifyAdapter {
  const requestTimeout = config.requestTimeoutSeconds * 1000;
  const adapter = new FastifyAdapter({
    requestTimeout,
    connectionTimeout: SILENCE_MS,
    http: {
      requestTimeout,
      headersTimeout: Math.min(MAX_HEADERS_MS, requestTimeout),
      connectionsCheckingInterval: Math.min(MAX_CHECK_MS, requestTimeout / 4),
    },
    bodyLimit: config.bodyLimitBytes,
    frameworkErrors: respondToBadAddress,
    clientErrorHandler: respondToUnreadable,
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true, querystringParser: parseQueryString },
  });
  const fastify = adapter.getInstance();
  acceptJson(fastify);
  acceptUploads(fastify);
  allowLargeBodies(fastify, config);
  openToBrowsers(fastify);
  countOpenRequests(fastify);
  fastify.addHook('onRequest', (_request, _reply, done) => withLogContext({}, done));
  fastify.addHook('onRequest', refuseSeveralCredentials);
  leaveRefusedBodies(fastify);
  return adapter;
}

/** Everything that `main.ts` and the tests share: what is tested is what runs. */
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
  app.useGlobalInterceptors(
    new QueryNamesInterceptor(app.get(Reflector)),
    app.get(IdempotencyInterceptor),
    new OfficialClientInterceptor(app.get(Config), app.get(Reflector)),
    new EnvelopeInterceptor(app.get(Reflector)),
  );
  keepResponses(app.getHttpAdapter().getInstance(), app.get(IdempotencyService));
  serveHome(app);
  if (app.get(Config).docs) serveOpenApi(app);
  if (servesInboxDemo(app.get(Config))) serveInboxDemo(app);
  if (hasOutbox(app.get(Config))) serveOutboxPage(app);
}

/** Who is let in with a body: what the guards would find later. */
function admissionTo(app: NestFastifyApplication): Admit {
  const [apiKeys, sessions] = [app.get(ApiKeyGuard), app.get(SessionGuard, { strict: false })];
  return (request) => {
    switch (factsOf(request).credentials) {
      case 'none':
        return undefined;
      case 'session':
        return sessions.admit(request);
      default:
        return apiKeys.admit(request);
    }
  };
}
