import type { OpenAPIObject } from '@nestjs/swagger';
import { TIME_UNITS } from '#libs/schedule/durations.js';

/** Characters of a text such as a subject, an address or a path. */
export const MAX_TEXT_LENGTH = 4096;
/** Characters of the body of a message. */
export const MAX_BODY_LENGTH = 65_536;
/** Characters of an email body, which includes markup and styles; the template engine accepts at most 200,000. */
export const MAX_EMAIL_LENGTH = 200_000;

/** How a body was written. */
export const EDITOR_TYPES = ['block', 'html'] as const;

/**
 * JSON Schema of one control, including its documentation. The validation of a saved step, the `dataSchema` that a
 * workflow shows, the OpenAPI document and the documentation page of steps are derived from it.
 */
export type ControlSchema = {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | readonly ['string', 'null'];
  /** For alternatives: what they are together, as in "must be a text or …". */
  title?: string;
  description?: string;
  examples?: readonly unknown[];
  default?: unknown;
  enum?: readonly string[];
  /** `cron`, `time-of-day`: such a text, or a template of one. `json-logic`: a condition that can be evaluated. */
  format?: 'cron' | 'time-of-day' | 'json-logic' | 'expires-in';
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  properties?: Readonly<Record<string, ControlSchema>>;
  required?: readonly string[];
  items?: ControlSchema;
  oneOf?: readonly ControlSchema[];
  additionalProperties?: true;
  /** The unit of a number. */
  'x-unit'?: string;
};

type Docs = Pick<ControlSchema, 'description' | 'examples' | 'default' | 'x-unit'>;

/** A text, which may be a template. */
export function text(docs: Docs, maxLength: number = MAX_TEXT_LENGTH): ControlSchema {
  return { type: 'string', maxLength, ...docs };
}

/** One of several texts. */
export function choice(values: readonly string[], docs: Docs): ControlSchema {
  return { type: 'string', enum: values, ...docs };
}

export function flag(docs: Docs): ControlSchema {
  return { type: 'boolean', ...docs };
}

/** A number of time units, 0 or more. */
export function amount(docs: Docs): ControlSchema {
  return { type: 'number', minimum: 0, ...docs };
}

/** An object with any members. */
export function freeForm(docs: Docs): ControlSchema {
  return { type: 'object', additionalProperties: true, ...docs };
}

/** The condition that steps of all types may have. */
export const SKIP: ControlSchema = {
  type: 'object',
  format: 'json-logic',
  additionalProperties: true,
  description:
    'JSON-logic condition for **running** the step, despite its name: **true runs the step, false skips it**. The ' +
    'service that the official clients were made for reads it so. Absent or empty, the step runs. It reads `payload`, ' +
    '`subscriber`, `steps` and everything else that templates read. After a digest, `payload` is that of the event that opened it.',
  examples: [{ '==': [{ var: 'payload.urgent' }, true] }],
};

export const STOPS_ON_FAIL: ControlSchema = flag({
  description: 'Whether a failure of this step ends the run. Editors do not show it.',
  default: false,
});

/** How long the message of a step is worth sending. */
export const EXPIRES_IN: ControlSchema = {
  type: 'object',
  format: 'expires-in',
  description:
    'How long its message is worth sending: from the acceptance of the trigger, or from the end of the delay or digest ' +
    'before it. Later the step is skipped with the reason `expired`. Editors do not show it.',
  examples: [{ amount: 10, unit: 'minutes' }],
  properties: {
    amount: amount({ description: 'Number of units, more than 0.', examples: [10], 'x-unit': 'unit' }),
    unit: choice(TIME_UNITS, { description: 'A week is 7 days; months and years are those of the calendar.' }),
  },
  required: ['amount', 'unit'],
};

/** What a step of a type does, and its control values. */
export interface StepControlsOfKind {
  /** The effect of a step of this type, as a sentence for readers of the API. */
  description: string;
  /** All control values that have an effect. */
  fields: Readonly<Record<string, ControlSchema>>;
  /** JSON Schema of those that an editor shows; further members are kept. */
  dataSchema: Record<string, unknown>;
  uiSchema: UiSchema;
}

interface KindOptions {
  description: string;
  /** Controls that an editor shows. */
  fields: Readonly<Record<string, ControlSchema>>;
  /** Controls that have an effect although editors do not show them. */
  hidden?: Readonly<Record<string, ControlSchema>>;
  /** Controls that every step of this type has in responses, and that it cannot be delivered without. */
  required?: readonly string[];
  group?: UiSchemaGroup;
  ui: Readonly<Record<string, UiSchemaProperty>>;
}

/** `skip` comes first in all types. */
export function stepKind({ description, fields, hidden, required, group, ui }: KindOptions): StepControlsOfKind {
  const shown = { skip: SKIP, ...fields };
  return {
    description,
    fields: { ...shown, ...hidden },
    dataSchema: { type: 'object', properties: shown, ...(required && { required }), additionalProperties: true },
    uiSchema: { ...(group && { group }), properties: { skip: { component: 'QUERY_EDITOR' }, ...ui } },
  };
}

/** A JSON Schema, as far as the code reads it. */
export type JsonSchema = Record<string, unknown>;

/** How an editor shows the controls of a step. */
export interface UiSchema {
  group?: UiSchemaGroup;
  properties: Record<string, UiSchemaProperty>;
}

/** How an editor shows one control. */
export interface UiSchemaProperty {
  component: string;
  /** Shown while the control is empty. */
  placeholder?: string;
  properties?: Record<string, UiSchemaProperty>;
}

export type UiSchemaGroup =
  | 'IN_APP'
  | 'EMAIL'
  | 'SMS'
  | 'PUSH'
  | 'CHAT'
  | 'TOOL'
  | 'DELAY'
  | 'DIGEST'
  | 'THROTTLE'
  | 'HTTP_REQUEST'
  | 'LAYOUT';

/** The controls of a step type: what may be entered, and how an editor shows it. */
export interface StepControls {
  dataSchema: JsonSchema;
  uiSchema: UiSchema;
}

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Exclude<Schemas[string], { $ref: string }>;

/** The schema in OpenAPI 3.0: one example instead of several, and `nullable` instead of a null type. */
export function toOpenApi({ examples, type, properties, items, oneOf, ...rest }: ControlSchema): Schema {
  const [example] = examples ?? [];
  return {
    ...(typeof type === 'string' ? { type } : type && { type: type[0], nullable: true }),
    ...rest,
    ...(example !== undefined && { example }),
    ...(properties && { properties: toOpenApiProperties(properties) }),
    ...(items && { items: toOpenApi(items) }),
    ...(oneOf && { oneOf: oneOf.map(toOpenApi) }),
  } as Schema;
}

/** {@link toOpenApi} for each of several controls. */
export function toOpenApiProperties(fields: Readonly<Record<string, ControlSchema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, toOpenApi(schema)]));
}
