import type { INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { PayloadValidationErrorDto } from '../../events/accept/trigger-result.dto.js';
import { servedPages } from '../../pages/served-pages.js';
import { Config } from '../../platform/config/config.js';
import { ErrorDto, FieldViolationDto, ValidationErrorDto } from '../../platform/errors/error.dto.js';
import { API_KEY, PERSON_TOKEN, SESSION_TOKEN } from '../../platform/http/decorators.js';
import { WarningsDto } from '../../platform/http/request-warnings.js';
import { VERSION } from '../../platform/package-root.js';
import { allowNulls } from './nullable.js';
import { serveReference } from './reference-page.js';
import { describeResponses } from './responses.js';
import { describeSteps } from './steps.js';

/** Descriptions of the groups of operations, in the order of the document: the most used ones first. */
export const TAGS: Readonly<Record<string, string>> = {
  Events: 'Trigger a workflow for recipients, in bulk or for all subscribers; cancel, simulate, follow its progress.',
  Workflows: 'The steps by which notifications are sent.',
  'Workflows in code': 'Applications that define workflows: syncing them, and the controls of their steps.',
  Subscribers: 'The recipients of notifications.',
  'Subscriber preferences': 'The notifications that a subscriber wants to receive, on which channels, and when.',
  Suppressions: 'Addresses to which nothing is sent: bounces, complaints, opt-outs.',
  'Inbox notifications': 'The inbox of a subscriber, for servers.',
  Activity: 'The outcome of a trigger for each recipient, step by step, with reasons.',
  Messages: 'Single messages, sent or delivered.',
  Topics: 'Groups of subscribers that a trigger can name.',
  'Topic subscriptions': 'Who follows a topic, and by which rules.',
  Integrations: 'Accounts at providers of email, SMS, chat and push.',
  Layouts: 'Content around the body of emails.',
  Assets: 'Pictures of an environment, with addresses that everyone can open.',
  Brand: 'How the emails and pages of an environment look.',
  Translations: 'Texts of workflows and layouts in other languages.',
  Contexts: 'Subjects of triggers, such as a tenant or a project.',
  Accounts: 'People: their roles and invitations, signing in and out, sessions, passwords and second factors.',
  Environments: 'Separate worlds of data with keys of their own; comparing and publishing between them.',
  'API keys': 'Who may do what in an environment: keys with names, permissions and ends.',
  'Environment variables': 'Values that templates use, and that differ between environments.',
  'Channel connections': 'Workspaces of chat providers that were connected.',
  'Channel endpoints': 'Where in a workspace, or on a device, a subscriber is reached.',
  Webhooks: 'Events that are sent to your own servers.',
  'Inbound webhooks': 'Where providers report what became of messages.',
  Waits: 'Notifications that wait, and ending their waits by hand.',
  'Dead letters': 'Failed messages, and their replay.',
  Outbox: 'Messages that were kept instead of leaving.',
  'Inbox widget': 'Operations for inbox widgets in browsers, with the token of a session.',
  'Legacy applications': 'Who may send through the legacy API, and what.',
  Audit: 'Who changed what, when and from where, and who saw which secret.',
  Health: 'Whether a process lives, and is ready for requests.',
  Tenants: 'Customers of yours on whose behalf events happen; contexts do more.',
  'Topics (v1)': 'The older form of topics.',
  'Inbox notifications (v1)': 'The older form of the inbox of a subscriber.',
};

type PathItem = OpenAPIObject['paths'][string];

const DESCRIPTION = `One call names a workflow and recipients; Carillon delivers in-app, by email, SMS, chat and push, \
honours preferences and quiet hours, and shows for every recipient what was sent, what was not, and why.

Calls carry \`Authorization: ApiKey <key>\`. A key belongs to one environment, all work happens there, and the key may do \
what its permissions say; each operation names the one that it requires. \`full\` keys have all, \`read\` those to read \
but no secrets, \`trigger\` is \`events:write\` alone.

People who have signed in send the cookie of their session, and \`Carillon-Request: 1\` with changes, or its token as \
\`Authorization: Bearer <token>\`; and \`Carillon-Environment\` with the id, identifier or name of the environment in which \
they work. Their role there has permissions, too. Calls below \`/v1/inbox\` come from browsers of subscribers and carry \`Authorization: Bearer <session token>\` instead.

Members of a body that an operation does not know are ignored, and named in \`warnings\` of the result. They are 422 where \
the request would mean something else without them: preferences, keys and roles, limits, publishes, and what names \
the things to change or to delete.

A successful response is wrapped as \`{"data": …}\` unless its operation shows otherwise; an error never is.`;

/** The OpenAPI document of the running application: generated from the code, and completed by what all operations share. */
export function buildOpenApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
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
        description:
          'The `token` that signing in returns: for a person. All operations with an API key accept it as well, if the role of the person has the permission; the header `Carillon-Environment` names the environment. Browsers send it as a cookie instead.',
      },
      PERSON_TOKEN,
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The `token` that opening an inbox session returns: for one subscriber and one set of contexts.',
      },
      SESSION_TOKEN,
    )
    .addSecurityRequirements(API_KEY)
    .addSecurityRequirements(PERSON_TOKEN)
    .build();
  config.tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [ErrorDto, FieldViolationDto, PayloadValidationErrorDto, ValidationErrorDto, WarningsDto],
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}`,
  });
  describeResponses(document);
  describeIds(document);
  describeSteps(document);
  allowNulls(document);
  document.paths = Object.fromEntries(Object.entries(document.paths).toSorted(byImportance));
  // The framework lists them in the order in which it finds them.
  const schemas = Object.entries(document.components?.schemas ?? {});
  document.components!.schemas = Object.fromEntries(schemas.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return document;
}

// The framework takes the class of internal ids for a schema; in a path they are texts.
function describeIds({ paths, components }: OpenAPIObject): void {
  for (const { get, post, put, patch, delete: remove } of Object.values(paths)) {
    for (const operation of [get, post, put, patch, remove]) {
      for (const parameter of operation?.parameters ?? []) {
        const isId = 'schema' in parameter && parameter.schema && '$ref' in parameter.schema && parameter.in === 'path';
        if (isId) parameter.schema = { type: 'string' };
      }
    }
  }
  delete components?.schemas?.Function;
}

// By group; within a group the collection first, then the paths below it.
function byImportance(a: [path: string, item: PathItem], b: [path: string, item: PathItem]): number {
  return rank(a[1]) - rank(b[1]) || a[0].length - b[0].length;
}

function rank(item: PathItem): number {
  const operation = item.get ?? item.post ?? item.put ?? item.patch ?? item.delete;
  return Object.keys(TAGS).indexOf(operation?.tags?.[0] ?? '');
}

/** Serves the document at `/openapi.json` and its reference page at `/docs`. */
export function serveOpenApi(app: NestFastifyApplication): void {
  serveReference(app.getHttpAdapter().getInstance(), {
    title: 'Carillon API',
    pages: Object.values(servedPages(app.get(Config))),
    document: () => buildOpenApiDocument(app),
  });
}
