import type { UiSchema, UiSchemaGroup, UiSchemaProperty } from './schema-types.js';

/** Characters of a text such as a subject, an address or a path. */
export const MAX_TEXT_LENGTH = 4096;
/** Characters of the body of a message. */
export const MAX_BODY_LENGTH = 65_536;
/** An email body has layout and styles in it; a template of the engine has at most 200,000 characters. */
export const MAX_EMAIL_LENGTH = 200_000;

/** How a body was written. */
export const EDITOR_TYPES = ['block', 'html'] as const;

/**
 * JSON Schema of one control, with all that a reader must know of it. What is checked when a step is saved, what a
 * workflow shows as `dataSchema`, the OpenAPI document and the page of steps are made of it.
 */
export type ControlSchema = {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | readonly ['string', 'null'];
  /** Of alternatives: what they are together, as in "must be a text or …". */
  title?: string;
  description?: string;
  examples?: readonly unknown[];
  default?: unknown;
  enum?: readonly string[];
  /** `cron`: a cron expression, or a template of one. `json-logic`: a condition that can be evaluated. */
  format?: 'cron' | 'json-logic';
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

type Said = Pick<ControlSchema, 'description' | 'examples' | 'default' | 'x-unit'>;

/** A text, which may be a template. */
export function text(said: Said, maxLength: number = MAX_TEXT_LENGTH): ControlSchema {
  return { type: 'string', maxLength, ...said };
}

/** A text out of several. */
export function choice(values: readonly string[], said: Said): ControlSchema {
  return { type: 'string', enum: values, ...said };
}

export function flag(said: Said): ControlSchema {
  return { type: 'boolean', ...said };
}

/** A number of units of time, 0 or more. */
export function amount(said: Said): ControlSchema {
  return { type: 'number', minimum: 0, ...said };
}

/** An object of the author's own making. */
export function freeForm(said: Said): ControlSchema {
  return { type: 'object', additionalProperties: true, ...said };
}

/** The condition that steps of all kinds may have. */
export const SKIP: ControlSchema = {
  type: 'object',
  format: 'json-logic',
  additionalProperties: true,
  description:
    'JSON-logic condition for **running** the step, whatever its name says: **true runs the step, false skips it**. The ' +
    'service that the official clients were made for reads it so. Absent or empty, the step runs. It reads `payload`, ' +
    '`subscriber`, `steps` and whatever templates read. After a digest, `payload` is that of the event that opened it.',
  examples: [{ '==': [{ var: 'payload.urgent' }, true] }],
};

export const STOPS_ON_FAIL: ControlSchema = flag({
  description: 'Whether a failure of this step ends the run. Editors do not show it.',
  default: false,
});

/** What distinguishes one kind of step from another in a definition. */
export interface StepKind {
  /** What a step of this kind does, as a sentence for readers of the API. */
  description: string;
  /** Everything that can be said in its control values with an effect. */
  fields: Readonly<Record<string, ControlSchema>>;
  /** JSON Schema of what an editor shows of that; further members are kept. */
  dataSchema: Record<string, unknown>;
  uiSchema: UiSchema;
}

interface KindOptions {
  description: string;
  /** Controls that an editor shows. */
  fields: Readonly<Record<string, ControlSchema>>;
  /** Controls that steps heed although editors do not show them. */
  hidden?: Readonly<Record<string, ControlSchema>>;
  /** Controls that every step of this kind shows in answers, and that none is delivered without. */
  required?: readonly string[];
  group?: UiSchemaGroup;
  ui: Readonly<Record<string, UiSchemaProperty>>;
}

/** `skip` comes first in all kinds. */
export function stepKind({ description, fields, hidden, required, group, ui }: KindOptions): StepKind {
  const shown = { skip: SKIP, ...fields };
  return {
    description,
    fields: { ...shown, ...hidden },
    dataSchema: { type: 'object', properties: shown, ...(required && { required }), additionalProperties: true },
    uiSchema: { ...(group && { group }), properties: { skip: { component: 'QUERY_EDITOR' }, ...ui } },
  };
}
