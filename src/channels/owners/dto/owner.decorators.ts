import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsString, Matches, MaxLength } from 'class-validator';
import { Raw } from '../../../platform/http/raw.decorator.js';
import { Optional } from '../../../platform/validation/optional.decorator.js';

/** The name of an integration, a connection or an endpoint. */
export function IsIdentifier(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Matches(/^[\w.-]+$/, { message: '$property must consist of letters, digits, dots, hyphens and underscores' }),
    MaxLength(256),
  );
}

/** Contexts by type, checked when they are read. */
export function IsContext(): PropertyDecorator {
  return applyDecorators(
    Optional({ nullable: false }),
    IsObject(),
    ApiPropertyOptional({ type: 'object', additionalProperties: true }),
    Raw(),
  );
}
