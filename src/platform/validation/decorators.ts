import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  getMetadataStorage,
  IsArray,
  IsBoolean,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { Raw } from '../http/decorators.js';
import { parseReference } from '../ids/slug-codec.js';
import { isObject } from '../values/is-object.js';
import { nearest } from '../values/nearest.js';

/** Levels of objects and lists; the store holds about a hundred for a whole document. */
const MAX_DEPTH = 50;

/** How BSON libraries recognize their own types. */
const RESERVED_KEY = '_bsontype';

/** Rules beyond those that hold for every free-form value. */
export interface FreeFormRules {
  /** Keys that begin with `$` are refused, where the value goes into an update that would read them as operators. */
  dollarKeys?: 'refused';
  /** Largest size as JSON, in bytes. */
  maxBytes?: number;
}

/**
 * What keeps a free-form JSON value from being stored as it is, as a sentence fragment, or undefined. Deep values
 * are given up on at the limit, so that a hostile one costs no more.
 */
export function freeFormProblem(value: unknown, rules: FreeFormRules = {}): string | undefined {
  const problem = problemAt(value, 1, rules);
  if (problem !== undefined || rules.maxBytes === undefined || value === undefined) return problem;
  const tooLarge = Buffer.byteLength(JSON.stringify(value)) > rules.maxBytes;
  return tooLarge ? `must not be larger than ${rules.maxBytes} bytes as JSON` : undefined;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function problemAt(value: unknown, depth: number, rules: FreeFormRules): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`;
  for (const [key, member] of Object.entries(value)) {
    if (key === RESERVED_KEY || key.includes('\0') || (rules.dollarKeys && key.startsWith('$'))) {
      return `must not have the key ${JSON.stringify(key.slice(0, 50))}`;
    }
    // The driver would give back what is in such a list as bytes.
    if (key in Object.prototype && Array.isArray(member) && member.some(isNested)) {
      return `must not have a list of objects or lists under the key ${JSON.stringify(key)}`;
    }
    const problem = problemAt(member, depth + 1, rules);
    if (problem) return problem;
  }
  return undefined;
}

/** The field is an object of the user's own making: any JSON that can be stored as it is, taken as it was sent. */
export function FreeForm(rules: FreeFormRules = {}): PropertyDecorator {
  return applyDecorators(
    Raw(),
    IsObject(),
    ValidateBy({
      name: 'freeForm',
      validator: {
        validate: (value) => freeFormProblem(value, rules) === undefined,
        defaultMessage: (details) => `${details?.property} ${freeFormProblem(details?.value, rules)}`,
      },
    }),
  );
}

const MAX_LENGTH = 256;

/**
 * The caller's own identifier of something that paths also name by internal id and slug: up to 256 characters of any
 * script, without control characters and without space at its ends, and not to be mistaken for either of those.
 */
export function IsIdentifier(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ minLength: 1, maxLength: MAX_LENGTH }),
    IsString(),
    IsNotEmpty(),
    MaxLength(MAX_LENGTH),
    Matches(/^(?!\s)[^\p{Cc}]*(?<!\s)$/u, {
      message: '$property must not contain control characters, nor begin or end with a space',
    }),
    ValidateBy({
      name: 'isIdentifier',
      validator: {
        validate: (value) => typeof value !== 'string' || 'identifier' in parseReference(value),
        defaultMessage: () => '$property must not have the form of an internal id or a slug',
      },
    }),
  );
}

const MISNAMED = Symbol('carillon:misnamed');

/** Names under which callers tend to send the property by mistake; the refusal of a request that lacks it says so. */
export function OftenMisnamed(...names: string[]): PropertyDecorator {
  return (prototype, property) => Reflect.defineMetadata(MISNAMED, names, prototype, property);
}

/** The field of what was sent that was probably meant to be `property`, which is missing: one that its DTO does not know. */
export function misnamed(dto: object, property: string, sent: unknown): string | undefined {
  if (!isObject(sent)) return undefined;
  const known = new Set(rulesOf(dto).map(({ propertyName }) => propertyName));
  const unknown = Object.keys(sent).filter((name) => !known.has(name));
  const mistaken = (Reflect.getMetadata(MISNAMED, dto, property) as string[] | undefined) ?? [];
  return mistaken.find((name) => unknown.includes(name)) ?? nearest(property, unknown);
}

/** What `IsIn` allows of a property. */
export function allowedValues(dto: object, property: string): string[] {
  return rulesOf(dto)
    .filter(({ propertyName, name }) => propertyName === property && name === 'isIn')
    .flatMap(({ constraints }) => constraints?.[0] as unknown[])
    .filter((value) => typeof value === 'string');
}

function rulesOf(dto: object) {
  return getMetadataStorage().getTargetValidationMetadatas(dto.constructor, '', false, false);
}

/** The field may be left out; null is a value of it only where `nullable` says so. */
export function Optional({ nullable }: { nullable: boolean }): PropertyDecorator {
  if (nullable) return IsOptional();
  return applyDecorators(
    ApiPropertyOptional(),
    ValidateIf((_object, value) => value !== undefined),
  );
}

/** An optional whole number in a query. Text that is no number is left as it is, so that the check refuses it. */
export function QueryInt({ min, max }: { min: number; max: number }): PropertyDecorator {
  const toNumber = ({ value }: { value: unknown }): unknown =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return applyDecorators(IsOptional(), Transform(toNumber), IsInt(), Min(min), Max(max));
}

/** An optional `true` or `false` in a query. */
export function QueryBoolean(): PropertyDecorator {
  const toBoolean = ({ value }: { value: unknown }): unknown =>
    value === 'true' ? true : value === 'false' ? false : value;
  return applyDecorators(IsOptional(), Transform(toBoolean), IsBoolean());
}

/**
 * An optional list of texts in a query: a repeated name (`tags=a&tags=b`), a single value, or none. The official
 * client sends an empty object where it has no filter; that counts as none.
 */
export function QueryList(): PropertyDecorator {
  const toList = ({ value }: { value: unknown }): unknown => {
    if (typeof value === 'string') return [value];
    return isEmptyObject(value) ? undefined : value;
  };
  return applyDecorators(
    IsOptional(),
    Transform(toList),
    IsArray(),
    IsString({ each: true }),
    MaxLength(512, { each: true }),
  );
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}
