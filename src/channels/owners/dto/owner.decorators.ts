import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsString, Matches, MaxLength } from 'class-validator';
import { Verbatim } from '../../../platform/http/verbatim.decorator.js';
import { MayBeAbsent } from '../../../platform/validation/may-be-absent.decorator.js';

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
    MayBeAbsent(),
    IsObject(),
    ApiPropertyOptional({ type: 'object', additionalProperties: true }),
    Verbatim(),
  );
}
