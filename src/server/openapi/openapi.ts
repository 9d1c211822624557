import type { INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '../../platform/config/config.js';
import { ErrorDto, FieldViolationDto, ValidationErrorDto } from '../../platform/errors/error.dto.js';
import { VERSION } from '../../platform/package-root.js';
import { PayloadValidationErrorDto } from '../../events/events.dto.js';
import { describeResponses } from './responses.js';
import { describeSteps } from './steps.js';
import { servedPages } from '../../pages/served-pages.js';
import { serveReference } from './reference-page.js';
import { API_KEY, SESSION_TOKEN } from '../../platform/http/decorators.js';
import { TAGS } from './tags.js';

type PathItem = OpenAPIObject['paths'][string];

const DESCRIPTION = `One call names a workflow and recipients; Carillon delivers in-app, by email, SMS, chat and push, \
honours preferences and quiet hours, and shows for every recipient what was sent, what was not, and why.

Every call carries \`Authorization: ApiKey <key>\`. A key belongs to one environment and all work happens there. \
Calls below \`/v1/inbox\` come from browsers and carry \`Authorization: Bearer <session token>\` instead.

A successful answer is wrapped as \`{"data": …}\` unless its operation shows otherwise; an error never is.`;

/** The OpenAPI document of the running application: what the code says, completed by the rules all operations share. */
export function buildOpenApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Carillon')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This installation')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The text `ApiKey`, a space, and the key.' },
      API_KEY,
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The `token` that opening an inbox session answers with: one subscriber, one set of contexts.',
      },
      SESSION_TOKEN,
    )
    .addSecurityRequirements(API_KEY)
    .build();
  config.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [ErrorDto, FieldViolationDto, PayloadValidationErrorDto, ValidationErrorDto],
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  describeResponses(document);
  nameNullableTypes(document);
  describeSteps(document);
  document.paths = Object.fromEntries(Object.entries(document.paths).toSorted(byImportance));
  // The framework lists them in the order in which it meets them.
  const schemas = Object.entries(document.components?.schemas ?? {});
  document.components!.schemas = Object.fromEntries(schemas.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return document;
}

// OpenAPI 3.0 wants a type beside `nullable`; where another schema is referred to, the framework leaves it out.
function nameNullableTypes({ components }: OpenAPIObject): void {
  for (const schema of Object.values(components?.schemas ?? {})) {
    if ('$ref' in schema) continue;
    for (const property of Object.values(schema.properties ?? {})) {
      if (!('$ref' in property) && property.nullable && property.allOf) property.type ??= 'object';
    }
  }
}

// By group; within one the collection first, then what lies below it.
function byImportance(a: [path: string, item: PathItem], b: [path: string, item: PathItem]): number {
  return rank(a[1]) - rank(b[1]) || a[0].length - b[0].length;
}

function rank(item: PathItem): number {
  const operation = item.get ?? item.post ?? item.put ?? item.patch ?? item.delete;
  return Object.keys(TAGS).indexOf(operation?.tags?.[0] ?? '');
}

/** Serves the document at `/openapi.json` and a page to read and try it at `/docs`. */
export function serveOpenApi(app: NestFastifyApplication): void {
  serveReference(app.getHttpAdapter().getInstance(), {
    title: 'Carillon API',
    pages: Object.values(servedPages(app.get(Config))),
    document: () => buildOpenApiDocument(app),
  });
}
