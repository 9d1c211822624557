import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, MaxLength, MinLength } from 'class-validator';

const LONGEST_IDENTIFIER = 256;
const LONGEST_TEMPLATE = 10_000;

/** The caller's own name of a notification type. */
export function IsTypeIdentifier(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    MaxLength(LONGEST_IDENTIFIER),
    Matches(/^[^\p{Cc}\p{Cs}]+$/u, { message: '$property must be a non-empty text without control characters' }),
  );
}

/** A workflow, by identifier, internal id or slug. */
export function IsWorkflowReference(): PropertyDecorator {
  return applyDecorators(IsString(), MinLength(1), MaxLength(512));
}

/** A Liquid template that may be empty. */
export function IsTypeTemplate(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(LONGEST_TEMPLATE));
}
