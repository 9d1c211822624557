import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, MaxLength, MinLength } from 'class-validator';

const MAX_IDENTIFIER_LENGTH = 256;
const MAX_TEMPLATE_LENGTH = 10_000;

/** The caller's own name of a notification type. */
export function IsTypeIdentifier(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    MaxLength(MAX_IDENTIFIER_LENGTH),
    Matches(/^[^\p{Cc}\p{Cs}]+$/u, { message: '$property must be a non-empty text without control characters' }),
  );
}

/** A workflow, by identifier, internal id or slug. */
export function IsWorkflowReference(): PropertyDecorator {
  return applyDecorators(IsString(), MinLength(1), MaxLength(512));
}

/** A Liquid template that may be empty. */
export function IsTypeTemplate(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(MAX_TEMPLATE_LENGTH));
}
