import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { CONFIDENTIAL, MISNAMED } from '../errors/validation.exception.js';
import { Raw } from '../http/decorators.js';
import { parseReference } from '../ids.js';

/** Levels of objects and lists; the store allows about a hundred in a whole document. */
const MAX_DEPTH = 50;

/** How BSON libraries recognize their own types. */
const RESERVED_KEY = '_bsontype';

/** Rules in addition to those for every free-form value. */
export interface FreeFormRules {
  /** Keys that begin with `$` are refused, because the value is used in an update that would read them as operators. */
  dollarKeys?: 'refused';
  /** Largest size as JSON, in bytes. */
  maxBytes?: number;
}

/**
 * Why a free-form JSON value cannot be stored unchanged, as a sentence fragment, or undefined. The check stops at the depth
 * limit, so that a hostile value costs no more.
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
  if (Array.isArray(value)) return firstProblem(value, depth + 1, rules);
  // Without a list of entries: a payload may have a hundred thousand objects.
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    if (key === RESERVED_KEY || key.includes('\0') || (rules.dollarKeys && key.startsWith('$'))) {
      return `must not have the key ${JSON.stringify(key.slice(0, 50))}`;
    }
    // The driver would return the content of such a list as bytes.
    if (key in Object.prototype && Array.isArray(member) && member.some(isNested)) {
      return `must not have a list of objects or lists under the key ${JSON.stringify(key)}`;
    }
    const problem = problemAt(member, depth + 1, rules);
    if (problem) return problem;
  }
  return undefined;
}

function firstProblem(values: readonly unknown[], depth: number, rules: FreeFormRules): string | undefined {
  for (const value of values) {
    const problem = problemAt(value, depth, rules);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The field is a free-form object of the user: any JSON that can be stored unchanged, used as it was sent. */
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

/** An http or https address of at most 2048 characters. Whether it may be called is checked with each call. */
export function IsHttpUrl(): PropertyDecorator {
  return applyDecorators(
    IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false }),
    MaxLength(2048),
  );
}

/**
 * The caller's own identifier of a resource that paths also name by internal id and slug: up to 256 characters of any
 * script, without control characters and without space at its ends, and not in the form of an internal id or a slug.
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

/** Names under which callers often send the property by mistake; the error about the missing property mentions them. */
export function OftenMisnamed(...names: string[]): PropertyDecorator {
  return (prototype, property) => Reflect.defineMetadata(MISNAMED, names, prototype, property);
}

/** The value is a password, a code or a token: errors about it do not repeat it. */
export function Confidential(): PropertyDecorator {
  return (prototype, property) => Reflect.defineMetadata(CONFIDENTIAL, true, prototype, property);
}

/** The field may be left out; null is allowed only if `nullable`. */
export function Optional({ nullable }: { nullable: boolean }): PropertyDecorator {
  if (nullable) return IsOptional();
  return applyDecorators(
    ApiPropertyOptional(),
    ValidateIf((_object, value) => value !== undefined),
  );
}

/** An optional whole number in a query. Text that is not a number is left unchanged, so that validation refuses it. */
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
