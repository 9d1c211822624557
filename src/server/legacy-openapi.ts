import type { INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ErrorDto, FieldViolationDto, ValidationErrorDto } from '../platform/errors/error.dto.js';
import { VERSION } from '../platform/package-root.js';
import { describeResponses } from './openapi/responses.js';
import { serveReference } from './openapi/reference-page.js';

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
    extraModels: [ErrorDto, FieldViolationDto, ValidationErrorDto],
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  describeResponses(document, { takesKeys: false });
  return document;
}

/** Serves the document at `/openapi.json` and a page to read and try it at `/docs`, both on the port of the legacy API. */
export function serveLegacyOpenApi(app: NestFastifyApplication): void {
  serveReference(app.getHttpAdapter().getInstance(), {
    title: 'Carillon legacy API',
    pages: [{ name: 'API reference', path: '/docs' }],
    document: () => buildLegacyOpenApiDocument(app),
  });
}
