import { HttpStatus, UnprocessableEntityException } from '@nestjs/common';
import type { ValidationError } from 'class-validator';

/** What is wrong with one field of a request. */
export interface FieldViolation {
  messages: string[];
  value?: unknown;
}

export type FieldViolations = Record<string, FieldViolation>;

/** 422: the request was read but breaks a rule. `errors` says, field by field, which. */
export class ValidationException extends UnprocessableEntityException {
  constructor(
    readonly errors: FieldViolations,
    message = 'Validation failed',
  ) {
    super({ statusCode: HttpStatus.UNPROCESSABLE_ENTITY, message, errors });
  }

  /** One rule of one field. */
  static of(field: string, message: string, value?: unknown): ValidationException {
    return new ValidationException({ [field]: { messages: [message], ...(value === undefined ? {} : { value }) } });
  }

  /** From class-validator's tree; nested fields are named by their path, such as `events.0.name`. */
  static fromTree(tree: ValidationError[]): ValidationException {
    return new ValidationException(flatten(tree));
  }
}

function flatten(tree: ValidationError[], parent = ''): FieldViolations {
  const violations: FieldViolations = {};
  for (const { property, constraints, children, value } of tree) {
    const path = parent ? `${parent}.${property}` : property;
    if (constraints) {
      violations[path] = { messages: Object.values(constraints), ...(isSimple(value) ? { value } : {}) };
    }
    Object.assign(violations, flatten(children ?? [], path));
  }
  return violations;
}

// Only short simple values are echoed: an answer must not repeat a megabyte or a nested document.
function isSimple(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= 200 : typeof value === 'number' || typeof value === 'boolean';
}
