import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  validateSync,
  type ValidationError,
} from 'class-validator';
import { conditionError } from '#libs/conditions/json-logic/evaluate-condition.js';
import { readExpiry } from '#libs/schedule/expiry.js';
import { parseCron } from '#libs/schedule/waits/cron.js';
import { readTimeOfDay } from '#libs/schedule/waits/waits.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { FreeForm } from '../../platform/validation/decorators.js';
import { readPlain } from '../../platform/validation/request.pipe.js';
import type { ControlSchema } from './control-schema.js';
import { STEP_KINDS, STEP_TYPES, type StepType } from './step-kinds.js';

type Fields = Readonly<Record<string, ControlSchema>>;
type Class = new () => object;

const CLASSES = new Map(STEP_TYPES.map((type) => [type, validationClass(STEP_KINDS[type].fields)]));

interface StepWithValues {
  type: StepType;
  controlValues?: Record<string, unknown>;
}

/**
 * Checks the control values of each step against the rules of its type. Members that the type does not have are
 * accepted and kept, which is why this is not part of the request's own validation, which drops them. Throws {@link
 * ValidationException} with fields such as `steps.0.controlValues.body`.
 */
export function assertControlValues(steps: readonly StepWithValues[]): void {
  const tree = steps.map(({ type, controlValues = {} }, index) =>
    branch(String(index), [branch('controlValues', problems(type, controlValues))]),
  );
  const violation = ValidationException.fromTree([branch('steps', tree)], { steps });
  if (Object.keys(violation.errors).length > 0) throw violation;
}

/** As {@link assertControlValues}, for one step; fields are named such as `controlValues.body`. */
export function assertStepValues(type: StepType, values: Record<string, unknown>): void {
  const violation = ValidationException.fromTree([branch('controlValues', problems(type, values))], {
    controlValues: values,
  });
  if (Object.keys(violation.errors).length > 0) throw violation;
}

function problems(type: StepType, values: Record<string, unknown>): ValidationError[] {
  return validateSync(readPlain<object>(CLASSES.get(type)!, values));
}

function branch(property: string, children: ValidationError[]): ValidationError {
  return { property, children };
}

/**
 * Returns a class whose validation rules are those of the schemas, so that errors look like those of all other
 * requests. Members that no schema describes are accepted. `required`: members that must be present; none by default,
 * because a step may be saved before it is complete.
 */
function validationClass(fields: Fields, required: readonly string[] = []): Class {
  class Validated {}
  for (const [name, schema] of Object.entries(fields)) {
    const presence = required.includes(name) ? [] : [isNullable(schema) ? IsOptional() : IfPresent()];
    for (const rule of [...presence, ...rulesOf(schema)]) rule(Validated.prototype, name);
  }
  return Validated;
}

/** Null is not a valid value; `IsOptional` would accept it. */
function IfPresent(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}

function isNullable({ type }: ControlSchema): boolean {
  return Array.isArray(type);
}

function rulesOf(schema: ControlSchema): PropertyDecorator[] {
  if (schema.oneOf) return [IsOneOf(schema.oneOf, schema.title)];
  switch (isNullable(schema) ? 'string' : schema.type) {
    case 'string':
      return textRules(schema);
    case 'boolean':
      return [IsBoolean()];
    case 'integer':
      return [IsInt(), ...boundRules(schema)];
    case 'number':
      return [IsNumber(), ...boundRules(schema)];
    case 'array':
      return listRules(schema);
    default:
      return objectRules(schema);
  }
}

function textRules({ enum: values, maxLength, format }: ControlSchema): PropertyDecorator[] {
  if (values) return [IsIn(values)];
  return [
    IsString(),
    ...(maxLength === undefined ? [] : [MaxLength(maxLength)]),
    ...(format === 'cron' ? [Problem('cron', cronProblem)] : []),
    ...(format === 'time-of-day' ? [Problem('timeOfDay', timeProblem)] : []),
  ];
}

function boundRules({ minimum, maximum }: ControlSchema): PropertyDecorator[] {
  return [...(minimum === undefined ? [] : [Min(minimum)]), ...(maximum === undefined ? [] : [Max(maximum)])];
}

function listRules({ maxItems, items }: ControlSchema): PropertyDecorator[] {
  const entry = validationClass(items?.properties ?? {}, items?.required);
  const each = { each: true };
  const size = maxItems === undefined ? [] : [ArrayMaxSize(maxItems)];
  return [IsArray(), ...size, IsObject(each), ValidateNested(each), Type(() => entry)];
}

function objectRules({ properties, required, format }: ControlSchema): PropertyDecorator[] {
  if (format === 'expires-in') return [FreeForm(), Problem('expiresIn', expiryProblem)];
  if (properties) {
    const nested = validationClass(properties, required);
    return [IsObject(), ValidateNested(), Type(() => nested)];
  }
  return [FreeForm(), ...(format === 'json-logic' ? [Problem('condition', conditionProblem)] : [])];
}

/** `problemOf`: what is wrong with a value, as it follows the field name; undefined when it is valid. */
function Problem(name: string, problemOf: (value: unknown) => string | undefined): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value) => problemOf(value) === undefined,
      defaultMessage: (details) => `${details?.property} ${problemOf(details?.value) ?? ''}`,
    },
  });
}

function IsOneOf(alternatives: readonly ControlSchema[], title = 'one of several'): PropertyDecorator {
  const classes = alternatives.map((alternative) => validationClass({ value: alternative }, ['value']));
  const fits = (value: unknown) => classes.some((type) => validateSync(plainToInstance(type, { value })).length === 0);
  return Problem('oneOf', (value) => (fits(value) ? undefined : `must be ${title}`));
}

/** A condition that can never be evaluated is refused when it is saved. */
function conditionProblem(value: unknown): string | undefined {
  const error = conditionError(value);
  return error === undefined ? undefined : `cannot be evaluated: ${error}`;
}

function expiryProblem(value: unknown): string | undefined {
  const read = readExpiry(value);
  return read.ok ? undefined : `cannot be read: ${read.error}`;
}

/** Templates are checked when they are rendered. */
function isOpen(value: unknown): boolean {
  return typeof value !== 'string' || value === '' || value.includes('{{');
}

function cronProblem(value: unknown): string | undefined {
  const pattern = isOpen(value) ? undefined : parseCron(String(value));
  return pattern?.ok === false ? pattern.error : undefined;
}

function timeProblem(value: unknown): string | undefined {
  const time = isOpen(value) ? undefined : readTimeOfDay(value);
  return time?.ok === false ? time.error : undefined;
}
