import { HttpStatus, UnprocessableEntityException } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { isObject } from '../values/is-object.js';
import { didYouMean, nearest } from '../values/nearest.js';

/** Metadata of a property: names under which callers often send it. */
export const MISNAMED = Symbol('carillon:misnamed');

/** Metadata of a property: errors do not repeat its value. */
export const CONFIDENTIAL = Symbol('carillon:confidential');

/** Problem of one field of a request. */
export interface FieldViolation {
  messages: string[];
  value?: unknown;
}

export type FieldViolations = Record<string, FieldViolation>;

/** 422: the request was read but violates a rule. `errors` lists the violations by field. */
export class ValidationException extends UnprocessableEntityException {
  constructor(
    readonly errors: FieldViolations,
    message = 'Validation failed',
    /** How the caller can solve it, if the messages do not say so. */
    hint?: string,
  ) {
    super({ statusCode: HttpStatus.UNPROCESSABLE_ENTITY, message, errors, ...(hint !== undefined && { hint }) });
  }

  /** One violated rule of one field. */
  static of(field: string, message: string, value?: unknown): ValidationException {
    return new ValidationException({ [field]: { messages: [message], ...(value === undefined ? {} : { value }) } });
  }

  /** From class-validator's tree and the body it belongs to; `sent` is undefined for a query or path. */
  static fromTree(tree: readonly ValidationError[], sent?: unknown): ValidationException {
    return new ValidationException(violationsOf(tree, sent));
  }
}

/** The rules about the type of a value. When one of these is violated, other violations are not reported. */
const KIND_RULES = ['isArray', 'isObject', 'isString', 'isBoolean', 'isInt', 'isNumber'];

/**
 * Violations as sentences, from class-validator's tree; nested fields by path, such as `events.0.name`. `sent` is the body
 * as received: if a field is missing but was sent under another name, the message says so. Without a body the values came
 * as text, in a query or a path, and their type is not reported.
 */
function violationsOf(tree: readonly ValidationError[], sent: unknown, parent = ''): FieldViolations {
  const violations: FieldViolations = {};
  for (const error of tree) {
    const { property, constraints, children, value, target } = error;
    const path = parent ? `${parent}.${property}` : property;
    if (constraints) {
      const messages = messagesOf(error, constraints, sent);
      const shown = isSimple(value) && mayBeRepeated(target, property);
      violations[path] = { messages, ...(shown && { value: value as unknown }) };
    }
    Object.assign(violations, violationsOf(children ?? [], partOf(sent, property), path));
  }
  return violations;
}

function messagesOf(
  { property, value, target }: ValidationError,
  constraints: Record<string, string>,
  sent: unknown,
): string[] {
  if (sent === undefined) return withSuggestion(constraints, target, property, value);
  // The tree lacks the values of objects and lists.
  const given: unknown = isObject(sent) ? sent[property] : value;
  const kindRule = KIND_RULES.find((rule) => rule in constraints);
  const kindMessage = kindRule && constraints[kindRule];
  if (given === undefined) {
    const message = kindMessage ?? Object.values(constraints).at(-1);
    const instead = target && misnamed(target, property, sent);
    return [`${message}, but is missing${instead === undefined ? '' : `: it was sent as '${instead}'`}`];
  }
  if (kindMessage !== undefined && !kindMessage.startsWith('each value') && typeof given !== kindOfNumber(kindRule))
    return [`${kindMessage}, not ${kindOf(given)}${quotingAdvice(kindRule, given)}`];
  return withSuggestion(constraints, target, property, given);
}

// A number that is not whole, or that JSON cannot express, still has the right type.
function kindOfNumber(rule: string | undefined): string | undefined {
  return rule === 'isInt' || rule === 'isNumber' ? 'number' : undefined;
}

function withSuggestion(
  constraints: Record<string, string>,
  target: object | undefined,
  property: string,
  value: unknown,
): string[] {
  return Object.entries(constraints).map(([rule, message]) =>
    rule === 'isIn' && typeof value === 'string' && target
      ? `${message}.${didYouMean(value, allowedValues(target, property))}`.replace(/\.$/, '')
      : message,
  );
}

/** The kind of a value, in words: `a list`, `an object`, `null`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function quotingAdvice(rule: string | undefined, value: unknown): string {
  if (rule === 'isString' && (typeof value === 'number' || typeof value === 'boolean'))
    return ': put it in double quotes';
  if (typeof value !== 'string') return '';
  const isBare =
    rule === 'isBoolean' ? /^(true|false)$/.test(value) : rule !== 'isArray' && /^-?\d+(\.\d+)?$/.test(value);
  return isBare && rule !== 'isObject' ? ': write it without quotes' : '';
}

function partOf(sent: unknown, property: string): unknown {
  if (sent === undefined) return undefined;
  if (Array.isArray(sent)) return (sent as unknown[])[Number(property)] ?? null;
  return (isObject(sent) && sent[property]) ?? null;
}

// Only short simple values are echoed: a response must not repeat a megabyte or a nested document.
function isSimple(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= 200 : typeof value === 'number' || typeof value === 'boolean';
}

/** Whether errors may repeat the value of a property. */
function mayBeRepeated(dto: object | undefined, property: string): boolean {
  return dto === undefined || Reflect.getMetadata(CONFIDENTIAL, dto, property) !== true;
}

/** The unknown field of a body that was probably meant to be the missing `property`. */
function misnamed(dto: object, property: string, sent: unknown): string | undefined {
  if (!isObject(sent)) return undefined;
  const known = new Set(rulesOf(dto).map(({ propertyName }) => propertyName));
  const unknown = Object.keys(sent).filter((name) => !known.has(name));
  const mistaken = (Reflect.getMetadata(MISNAMED, dto, property) as string[] | undefined) ?? [];
  return mistaken.find((name) => unknown.includes(name)) ?? nearest(property, unknown);
}

/** The values that `IsIn` allows for a property. */
function allowedValues(dto: object, property: string): string[] {
  return rulesOf(dto)
    .filter(({ propertyName, name }) => propertyName === property && name === 'isIn')
    .flatMap(({ constraints }) => constraints?.[0] as unknown[])
    .filter((value) => typeof value === 'string');
}

function rulesOf(dto: object) {
  return getMetadataStorage().getTargetValidationMetadatas(dto.constructor, '', false, false);
}
