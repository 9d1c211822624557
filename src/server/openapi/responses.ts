import type { OpenAPIObject } from '@nestjs/swagger';
import { PERMISSION_EXTENSION, PUBLIC_EXTENSION } from '../../auth/access.guard.js';
import { ORGANIZATION_WIDE, type Requirement } from '../../auth/permissions.js';
import { BARE_EXTENSION, PERSON_TOKEN, SESSION_TOKEN } from '../../platform/http/decorators.js';
import { MAX_KEY_LENGTH } from '../idempotency/idempotency-keys.js';

/** Descriptions of path parameters; a name has the same meaning in all paths. */
const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  applicationId: 'Id of the legacy application, as in its credentials.',
  assetId: 'Id of the picture.',
  actionType: 'One of the two buttons.',
  integrationId: 'Internal id of the integration.',
  deadLetterId: 'Internal id of the failed message.',
  deliveryId: 'Internal id of the delivery.',
  environmentId: 'The environment: its internal id, its slug, or its identifier.',
  externalSubscriberId: "The caller's own id of the subscriber.",
  identifier: 'Name of the subscription, unique in its topic; or of the connection or endpoint, in its environment.',
  integrationIdentifier: 'Identifier of the integration in triggers.',
  keyId: 'Public id of the key, as the list shows it.',
  layoutId: 'The layout: its identifier, its internal id, or its slug.',
  invitationId: 'Internal id of the invitation.',
  levelOrWorkflow:
    'To read, `global`, or `template` for workflows. To change, the workflow: its identifier, internal id, or slug.',
  locale: 'Language, with or without a region, such as `en_US`.',
  memberId: 'Internal id of the member.',
  messageId: 'Id of the message.',
  notificationId: 'Id of the notification.',
  outboxMessageId: 'Internal id of the message in the outbox.',
  providerOrIntegrationId: 'Internal id of the integration, or the id of its provider.',
  providerId: 'The chat or push provider, such as `fcm`.',
  sessionId: "Internal id of one of the caller's own sessions.",
  resourceId: 'The workflow or layout: its identifier, its internal id, or its slug.',
  resourceType: 'Kind of resource that the texts belong to.',
  stepId: 'Id of the step: its own name in the workflow, its internal id, or its slug.',
  subscriberId: "The caller's own id of the subscriber.",
  version: 'Number of a version, counted from 1.',
  suppressionId: 'Id of the entry.',
  targetEnvironmentId: 'The environment to be changed: its internal id, its slug, or its identifier.',
  tenantIdentifier: "The caller's own id of the tenant.",
  topicKey: "The caller's own key of the topic.",
  transactionId: 'Transaction ID of the trigger, given or generated.',
  typeIdentifier: "The caller's own name of the notification type.",
  variableKey: 'Name of the variable, case-sensitive.',
  webhookId: 'Internal id of the webhook.',
  workflowId: 'The workflow: its identifier, its internal id, or its slug.',
};

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Operation['responses'];
type Response = Exclude<NonNullable<Responses[string]>, { $ref: string }>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Methods that take an `Idempotency-Key`. */
const REPEATABLE: readonly string[] = ['post', 'patch'] satisfies (typeof METHODS)[number][];

const IDEMPOTENCY_KEY: NonNullable<Operation['parameters']>[number] = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: MAX_KEY_LENGTH },
  description:
    'A text of your choice that identifies this request. Sent again with it, the request is not carried out again but ' +
    'gets the same response, with `Idempotency-Replay: true`; 409 while it is still being carried out, 422 for another request.',
};

/** Error responses that any operation may send. */
const ERRORS = [
  { status: '400', schema: 'ErrorDto', description: 'The request cannot be read, or asks for something impossible.' },
  { status: '401', schema: 'ErrorDto', description: 'No credentials, or unknown ones.' },
  { status: '404', schema: 'ErrorDto', description: 'Not there, or not in the environment of this key.' },
  { status: '409', schema: 'ErrorDto', description: 'It exists already, or a concurrent request is in progress.' },
  { status: '413', schema: 'ErrorDto', description: 'The request body is too large.' },
  { status: '414', schema: 'ErrorDto', description: 'A part of the path is too long.' },
  { status: '415', schema: 'ErrorDto', description: 'The operation does not accept this content type.' },
  { status: '422', schema: 'ValidationErrorDto', description: 'A field breaks a rule; `errors` names each.' },
  { status: '431', schema: 'ErrorDto', description: 'The address and the headers are larger than 16 KB together.' },
  { status: '500', schema: 'ErrorDto', description: 'A failure of the service; `errorId` is in its log.' },
  {
    status: '503',
    schema: 'ErrorDto',
    description: 'The store cannot be reached, or its disk is full; `Retry-After` says when to try again.',
  },
] as const;

const NO_SESSION = 'No session token, or one that is not valid or has expired.';

/**
 * Completes the document with what all operations share: the envelope, the errors, and `Idempotency-Key` if the API
 * supports it.
 */
export function describeResponses(document: OpenAPIObject, { takesKeys = true }: { takesKeys?: boolean } = {}): void {
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method];
      if (!operation) continue;
      describeWarnings(operation, document);
      describeOperation(operation);
      // Only for operations with an API key; the others have their own `security` by now.
      if (takesKeys && REPEATABLE.includes(method) && operation.security === undefined) {
        operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
      }
    }
  }
}

function describeOperation(operation: Operation): void {
  const marks = operation as Operation & Record<string, unknown>;
  const bare = marks[BARE_EXTENSION] === true;
  delete marks[BARE_EXTENSION];
  // A public operation declares its own security, or has none.
  if (marks[PUBLIC_EXTENSION] === true) operation.security ??= [];
  delete marks[PUBLIC_EXTENSION];
  splitComment(operation);
  const permission = marks[PERMISSION_EXTENSION] as Requirement | undefined;
  if (permission) describePermission(operation, permission);
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter) continue;
    if (parameter.in === 'path') parameter.description ??= PATH_PARAMETERS[parameter.name];
    // A parameter with a default is not required.
    if (parameter.schema && 'default' in parameter.schema) parameter.required = false;
  }
  for (const [status, response] of Object.entries(operation.responses)) {
    if (response === undefined || '$ref' in response) continue;
    if (response.description === '') response.description = status === '204' ? 'Done.' : 'Success.';
    if (!bare && Number(status) < 300) wrapInEnvelope(response);
  }
  for (const { status, schema, description } of errorsOf(operation)) {
    operation.responses[status] ??= {
      description,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
    };
  }
}

/** The results of operations with a JSON body may have warnings (behaviour WR1), if they are objects. */
function describeWarnings({ requestBody, responses }: Operation, { components }: OpenAPIObject): void {
  if (!requestBody || !('content' in requestBody) || !('application/json' in requestBody.content)) return;
  for (const [status, response] of Object.entries(responses)) {
    const json = response && 'content' in response ? response.content?.['application/json'] : undefined;
    if (Number(status) >= 300 || !json?.schema || !('$ref' in json.schema)) continue;
    const result = components?.schemas?.[json.schema.$ref.split('/').at(-1)!];
    if (result && 'properties' in result && result.properties?.warnings) continue;
    json.schema = { allOf: [json.schema, { $ref: '#/components/schemas/WarningsDto' }] };
  }
}

/** The permission as the last line of the description, and the 403 of callers who lack it. */
function describePermission(operation: Operation, permission: Requirement): void {
  // Only people have these.
  if (ORGANIZATION_WIDE.includes(permission)) operation.security = [{ [PERSON_TOKEN]: [] }];
  const required = permission === 'self' ? 'For people who have signed in.' : `Requires \`${permission}\`.`;
  operation.description = operation.description ? `${operation.description}\n\n${required}` : required;
  const lacking =
    permission === 'self'
      ? 'An API key, or a change with a cookie that no page of this service sent.'
      : `The caller has no permission \`${permission}\`.`;
  const declared = operation.responses['403'];
  if (declared && 'description' in declared) declared.description = `${lacking} ${declared.description}`;
  operation.responses['403'] ??= {
    description: lacking,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorDto' } } },
  };
}

function errorsOf({ security }: Operation): readonly { status: string; schema: string; description: string }[] {
  if (!security?.some((requirement) => SESSION_TOKEN in requirement)) return ERRORS;
  return ERRORS.map((error) => (error.status === '401' ? { ...error, description: NO_SESSION } : error));
}

// The first line of a handler's comment is the summary, and the text after a blank line the description.
function splitComment(operation: Operation): void {
  const [summary, ...paragraphs] = (operation.summary ?? '').split(/\n\s*\n/);
  if (paragraphs.length === 0) return;
  operation.summary = summary;
  operation.description = paragraphs.join('\n\n');
}

function wrapInEnvelope(response: Response): void {
  const json = response.content?.['application/json'];
  if (!json?.schema) return;
  json.schema = { type: 'object', required: ['data'], properties: { data: json.schema } };
}
