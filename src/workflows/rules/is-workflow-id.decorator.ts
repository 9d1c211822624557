import { applyDecorators } from '@nestjs/common';
import { IsNotEmpty, IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { isIdentifier } from '../identifiers.js';

/**
 * A workflow identifier: up to 256 characters of any script, without control characters and without space at its
 * ends, and not to be mistaken for an internal id or a slug, which paths take as well.
 */
export function IsWorkflowId(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    IsNotEmpty(),
    MaxLength(256),
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
