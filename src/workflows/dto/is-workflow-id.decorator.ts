import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { isIdentifier } from '../identifiers.js';

const MAX_LENGTH = 256;

/**
 * A workflow identifier: up to 256 characters of any script, without control characters and without space at its
 * ends, and not to be mistaken for an internal id or a slug, which paths take as well.
 */
export function IsWorkflowId(): PropertyDecorator {
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
        validate: (value) => typeof value !== 'string' || isIdentifier(value),
        defaultMessage: () => '$property must not have the form of an internal id or a slug',
      },
    }),
  );
}
