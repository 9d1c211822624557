import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Reflector } from '@nestjs/core';
import { AnyExceptionFilter } from './common/errors/exception.filter.js';
import { answerBadAddress, answerUnreadable } from './common/errors/unreadable-requests.js';
import { allowLargeBodies } from './common/http/bodies/body-limits.js';
import { openToBrowsers } from './common/http/browser-origins.js';
import { countOpenRequests } from './common/http/open-requests.js';
import { EnvelopeInterceptor } from './common/http/envelope.interceptor.js';
import { acceptJson } from './common/http/bodies/json-body.js';
import { OfficialClientInterceptor } from './common/http/official-client/official-client.interceptor.js';
import { QueryNamesInterceptor } from './common/http/query-names.interceptor.js';
import { parseQueryString } from './common/http/query-string.js';
import { refuseSeveralCredentials } from './common/http/several-credentials.js';
import { RequestPipe } from './common/http/request.pipe.js';
import { acceptUploads } from './common/http/bodies/uploads.js';
import { Config } from './config/config.js';
import { IdempotencyInterceptor, keepAnswers } from './idempotency/idempotency.interceptor.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { StoredAnswerFilter } from './idempotency/stored-answer.js';
import { servesInboxDemo } from './inbox-demo/is-served.js';
import { serveInboxDemo } from './inbox-demo/serve-inbox-demo.js';
import { withLogContext } from './logging/log-context.js';
import { Logger } from './logging/logger.js';
import { hasOutbox } from './outbox/outbox-rules.js';
import { serveOutboxPage } from './outbox/page/serve-outbox-page.js';
import { serveOpenApi } from './openapi/openapi.js';
import { serveHome } from './pages/serve-home.js';
import { collectRoutes, UnknownPathFilter } from './unserved/unknown-path.filter.js';

/** The HTTP server, before Nest puts routes on it. Pass `bodyParser: false` to Nest: JSON is parsed here. */
export function httpAdapter(config: Config): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: config.bodyLimitBytes,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerUnreadable,
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
  return adapter;
}

/** Everything that `main.ts` and the tests share: what is tested is what runs. */
export function configureApp(app: NestFastifyApplication): void {
  const logger = app.get(Logger);
  app.useLogger(logger);
  app.useGlobalPipes(new RequestPipe());
  const routes = collectRoutes(app.getHttpAdapter().getInstance());
  app.useGlobalFilters(new AnyExceptionFilter(logger), new UnknownPathFilter(logger, routes), new StoredAnswerFilter());
  app.useGlobalInterceptors(
    new QueryNamesInterceptor(app.get(Reflector)),
    app.get(IdempotencyInterceptor),
    new OfficialClientInterceptor(app.get(Config), app.get(Reflector)),
    new EnvelopeInterceptor(app.get(Reflector)),
  );
  keepAnswers(app.getHttpAdapter().getInstance(), app.get(IdempotencyService));
  serveHome(app);
  if (app.get(Config).docs) serveOpenApi(app);
  if (servesInboxDemo(app.get(Config))) serveInboxDemo(app);
  if (hasOutbox(app.get(Config))) serveOutboxPage(app);
}
