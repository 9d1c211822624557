import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';

/** The field may be left out, but null is not a value of it; `IsOptional` would let null through. */
export function MayBeAbsent(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional(),
    ValidateIf((_object, value) => value !== undefined),
  );
}
