import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { BasicAuthGuard } from '../legacy/surface/basic-auth.guard.js';
import { LegacySurfaceModule } from '../legacy/legacy.module.js';
import { Config } from '../platform/config/config.js';
import { ErrorDto, FieldViolationDto, ValidationErrorDto } from '../platform/errors/error.dto.js';
import { AnyExceptionFilter } from '../platform/errors/exception.filter.js';
import { admitBeforeBodies } from '../platform/http/admission.js';
import { QueryNames } from '../platform/http/query.js';
import { sendWarnings, WarningsDto } from '../platform/http/request-warnings.js';
import { Logger } from '../platform/logging/logger.js';
import { VERSION } from '../platform/package-root.js';
import { RequestPipe } from '../platform/validation/request.pipe.js';
import { httpAdapter } from './app.js';
import { serveReference } from './openapi/reference-page.js';
import { describeResponses } from './openapi/responses.js';

/**
 * The legacy API as a separate application in the same process, with its own routes, guard and port; everything else comes
 * from the main application. Must be closed before the main one.
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
  sendWarnings(app.getHttpAdapter().getInstance());
  app.useGlobalFilters(new AnyExceptionFilter(logger));
  app.useGlobalGuards(guard, new QueryNames(new Reflector()));
  if (config.docs) serveLegacyOpenApi(app);
  return app;
}

const DESCRIPTION = `Sends one notification to one user, by the name of a notification type and your own id of the user.

Every call carries \`Authorization: Basic <base64 of application id:secret>\`. Applications and their notification types \
are managed in the main API, under \`/v1/legacy/applications\`.`;

const BASIC = 'Basic';

/** The OpenAPI document of the legacy API. */
export function buildLegacyOpenApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Carillon: legacy notification API')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This installation')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'Application id and secret.' }, BASIC)
    .addSecurityRequirements(BASIC)
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [ErrorDto, FieldViolationDto, ValidationErrorDto, WarningsDto],
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  describeResponses(document, { takesKeys: false });
  return document;
}

/** Serves the document at `/openapi.json` and its reference page at `/docs`, both on the port of the legacy API. */
function serveLegacyOpenApi(app: NestFastifyApplication): void {
  serveReference(app.getHttpAdapter().getInstance(), {
    title: 'Carillon legacy API',
    pages: [{ name: 'API reference', path: '/docs' }],
    document: () => buildLegacyOpenApiDocument(app),
  });
}
