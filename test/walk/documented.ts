import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { ApiRequest } from '../api-client.js';
import type { Schema } from './random-values.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const DOCUMENT = 'openapi';

/** How callers of an operation are let in. */
export type Entrance = 'key' | 'person' | 'session' | 'basic' | 'open';

/** An operation as the document describes it. */
export interface DocumentedOperation {
  /** Method and path, as tables name it: `GET /v2/subscribers/:subscriberId`. */
  name: string;
  method: ApiRequest['method'];
  path: string;
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  /** Its schema by content type. */
  body: Record<string, Schema>;
  entrance: Entrance;
}

/** What is looked at of a response. */
export interface SeenResponse {
  statusCode: number;
  body: string;
  headers: Record<string, unknown>;
}

/** The operations of an OpenAPI document, and what it says of their responses. */
export class Documented {
  readonly operations: DocumentedOperation[];
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false, logger: false });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: OpenAPIObject) {
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addSchema({ $id: DOCUMENT, ...(toJsonSchema({ components: document.components }) as object) });
    this.operations = Object.entries(document.paths).flatMap(([template, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        if (!operation) return [];
        const path = template.replaceAll(/\{(\w+)\}/g, ':$1');
        const content = (operation.requestBody as { content?: Record<string, { schema: Schema }> })?.content ?? {};
        return [
          {
            name: `${method.toUpperCase()} ${path}`,
            method: method.toUpperCase() as ApiRequest['method'],
            path,
            parameters: (operation.parameters ?? []) as DocumentedOperation['parameters'],
            body: Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema])),
            entrance: entranceOf(operation.security ?? document.security ?? []),
          },
        ];
      }),
    );
  }

  /** What of a response the document does not allow; undefined when it allows everything. */
  problemOf({ name, method, path }: DocumentedOperation, response: SeenResponse): string | undefined {
    const { statusCode, body, headers } = response;
    const template = path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = this.document.paths[template]![method.toLowerCase() as (typeof METHODS)[number]]!;
    const documented = operation.responses[String(statusCode)] as { content?: Record<string, { schema: unknown }> };
    if (statusCode >= 500 && !(statusCode === 502 && documented)) return `responds with ${statusCode}`;
    if (!documented) return `responds with ${statusCode}, which is undocumented`;
    if (!documented.content) return body === '' ? undefined : `responds with ${statusCode} with a body`;
    const type = String(headers['content-type']).split(';')[0]!;
    const schema = documented.content[type]?.schema;
    if (schema === undefined) return `responds with ${statusCode} as ${type}, which is undocumented`;
    const validate = this.validatorOf(`${name} ${statusCode} ${type}`, schema);
    if (validate(type === 'application/json' ? JSON.parse(body) : body)) return undefined;
    return `responds with ${statusCode} with a body that its schema refuses: ${this.ajv.errorsText(validate.errors)}`;
  }

  private validatorOf(name: string, schema: unknown): ValidateFunction {
    const known = this.validators.get(name);
    const validator = known ?? this.ajv.compile(toJsonSchema(schema) as object);
    if (!known) this.validators.set(name, validator);
    return validator;
  }
}

const ENTRANCES: Record<string, Entrance> = { SessionToken: 'session', PersonToken: 'person', Basic: 'basic' };

/** How the document says that callers are let in. */
function entranceOf(security: object[]): Entrance {
  const [scheme] = security.flatMap((requirement) => Object.keys(requirement));
  if (scheme === undefined) return 'open';
  return ENTRANCES[scheme] ?? 'key';
}

/** The schema with its references from the place where all are registered. */
function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? `${DOCUMENT}${value}` : toJsonSchema(value),
    ]),
  );
}
