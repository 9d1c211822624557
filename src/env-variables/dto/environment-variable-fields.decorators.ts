import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsNotIn,
  IsObject,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { MAX_KEY_LENGTH, MAX_VALUES, RESERVED_KEYS } from '../variable-limits.js';
import { EnvironmentVariableValueDto } from './environment-variable-value.dto.js';

/** The name of a variable, as templates write it after `env.`. */
export function IsVariableKey(): PropertyDecorator {
  return applyDecorators(
    Matches(/^[A-Za-z][A-Za-z0-9_]*$/, {
      message: '$property must begin with a letter and consist of letters, digits and underscores',
    }),
    IsNotIn(RESERVED_KEYS, { message: '$property must not be name or type, which are those of the environment' }),
    MaxLength(MAX_KEY_LENGTH),
  );
}

/** Values of different environments. */
export function AreVariableValues(): PropertyDecorator {
  return applyDecorators(
    IsArray(),
    ArrayMaxSize(MAX_VALUES),
    IsObject({ each: true }),
    ArrayUnique(environmentOf, { message: '$property must name each environment once' }),
    ValidateNested({ each: true }),
    Type(() => EnvironmentVariableValueDto),
  );
}

// Called before the values themselves are checked. What is no id is its own, so that it is found to be none.
function environmentOf(value: unknown): unknown {
  const id = value instanceof EnvironmentVariableValueDto ? value._environmentId : value;
  return typeof id === 'string' ? id.toLowerCase() : value;
}
