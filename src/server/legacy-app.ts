import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { httpAdapter } from './app.js';
import { AnyExceptionFilter } from '../platform/errors/exception.filter.js';
import { admitBeforeBodies } from '../platform/http/admission.js';
import { QueryNamesInterceptor } from '../platform/http/query-names.interceptor.js';
import { RequestPipe } from '../platform/http/request.pipe.js';
import { Config } from '../platform/config/config.js';
import { Logger } from '../platform/logging/logger.js';
import { BasicAuthGuard } from '../legacy/surface/basic-auth.guard.js';
import { serveLegacyOpenApi } from './legacy-openapi.js';
import { LegacySurfaceModule } from '../legacy/surface/legacy-surface.module.js';

/**
 * The legacy API as an application of its own, beside the main one in the same process: it has routes, a guard and a port,
 * and everything else from there. Close it before the main one.
 */
export async function createLegacyApp(main: INestApplicationContext): Promise<NestFastifyApplication> {
  const config = main.get(Config);
  const logger = main.get(Logger);
  const app = await NestFactory.create<NestFastifyApplication>(LegacySurfaceModule.on(main), httpAdapter(config), {
    bodyParser: false,
    logger,
    abortOnError: false,
  });
  const guard = app.get(BasicAuthGuard);
  admitBeforeBodies(app.getHttpAdapter().getInstance(), (request, reply) => guard.admit(request, reply));
  app.useGlobalPipes(new RequestPipe());
  app.useGlobalFilters(new AnyExceptionFilter(logger));
  app.useGlobalInterceptors(new QueryNamesInterceptor(new Reflector()));
  if (config.docs) serveLegacyOpenApi(app);
  return app;
}
