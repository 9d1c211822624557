import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateIf } from 'class-validator';

/** The field may be left out; null is a value of it only where `nullable` says so. */
export function Optional({ nullable }: { nullable: boolean }): PropertyDecorator {
  if (nullable) return IsOptional();
  return applyDecorators(
    ApiPropertyOptional(),
    ValidateIf((_object, value) => value !== undefined),
  );
}
