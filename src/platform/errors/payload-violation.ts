import type { ErrorObject } from 'ajv';

/** One rule of a payload schema that a payload violates. */
export interface PayloadViolation {
  /** Path of the member, such as `order.items.0.price`; empty for the payload itself. */
  field: string;
  message: string;
  /** The value, if it is short and simple. */
  value?: string | number | boolean;
  /** Place of the rule in the schema, as a JSON pointer. */
  schemaPath?: string;
}

const MAX_SHOWN_TEXT_LENGTH = 200;

export function toPayloadViolation(error: ErrorObject): PayloadViolation {
  const { instancePath, message = 'is invalid', data, schemaPath } = error;
  return {
    field: [...pathOf(instancePath), ...memberOf(error)].join('.'),
    message,
    ...(isSimple(data) && { value: data }),
    schemaPath,
  };
}

function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

// For a missing or unexpected member, Ajv's path is that of the object; the name of the member is in `params`.
function memberOf({ params }: ErrorObject): string[] {
  const member: unknown = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  return typeof member === 'string' ? [member] : [];
}

function isSimple(value: unknown): value is PayloadViolation['value'] {
  if (typeof value === 'string') return value.length <= MAX_SHOWN_TEXT_LENGTH;
  return typeof value === 'number' || typeof value === 'boolean';
}
