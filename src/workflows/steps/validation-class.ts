import { conditionError } from '#libs/conditions/json-logic/evaluate-condition.js';
import { parseCron } from '#libs/schedule/waits/cron-pattern.js';
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
} from 'class-validator';
import { FreeForm } from '../../platform/validation/decorators.js';
import type { ControlSchema } from './control-schema.js';

type Fields = Readonly<Record<string, ControlSchema>>;
type Class = new () => object;

/**
 * A class whose rules are those of the schemas, so that errors read as those of all other requests. Members that no
 * schema describes are let through. `required`: members that must be there; none by default, as a step may be saved
 * before it is complete.
 */
export function validationClass(fields: Fields, required: readonly string[] = []): Class {
  class Validated {}
  for (const [name, schema] of Object.entries(fields)) {
    const presence = required.includes(name) ? [] : [isNullable(schema) ? IsOptional() : IfPresent()];
    for (const rule of [...presence, ...rulesOf(schema)]) rule(Validated.prototype, name);
  }
  return Validated;
}

/** Null is not a value of it; `IsOptional` would let null through. */
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
  if (properties) {
    const nested = validationClass(properties, required);
    return [IsObject(), ValidateNested(), Type(() => nested)];
  }
  return [FreeForm(), ...(format === 'json-logic' ? [Problem('condition', conditionProblem)] : [])];
}

/** `problemOf`: what is wrong with a value, after the name of the field; undefined when nothing is. */
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

/** One that could never be evaluated is refused when it is saved. */
function conditionProblem(value: unknown): string | undefined {
  const error = conditionError(value);
  return error === undefined ? undefined : `cannot be evaluated: ${error}`;
}

/** Templates are looked at when they are rendered. */
function cronProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.includes('{{')) return undefined;
  const pattern = parseCron(value);
  return pattern.ok ? undefined : pattern.error;
}
