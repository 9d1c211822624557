import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { parseReference } from '../ids/slug-codec.js';

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
