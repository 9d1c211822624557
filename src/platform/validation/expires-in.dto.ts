import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsOptional, ValidateBy } from 'class-validator';
import { TIME_UNITS, type TimeUnit } from '#libs/schedule/durations.js';
import { readExpiry } from '#libs/schedule/expiry.js';
import { Raw } from '../http/decorators.js';
import { HasShape } from './unknown-members.js';

/** How long a message is worth sending. */
export class ExpiresInDto {
  /**
   * Number of units, more than 0.
   * @example 10
   */
  amount: number;

  /** A week is 7 days; months and years are those of the calendar. */
  @ApiPropertyOptional({ enum: TIME_UNITS, required: true, example: 'minutes' })
  unit: TimeUnit;
}

/** The field is an `expiresIn`, or null, or left out. */
export function ExpiresIn(): PropertyDecorator {
  return (prototype, property) => {
    ApiExtraModels(ExpiresInDto)(prototype.constructor);
    applyDecorators(
      Raw(),
      HasShape({ amount: null, unit: null }),
      IsOptional(),
      ValidateBy({
        name: 'expiresIn',
        validator: {
          validate: (value) => readExpiry(value).ok,
          defaultMessage: (details) => `${details?.property}: ${problemOf(details?.value)}`,
        },
      }),
      ApiPropertyOptional({ allOf: [{ $ref: getSchemaPath(ExpiresInDto) }], nullable: true }),
    )(prototype, property);
  };
}

function problemOf(value: unknown): string {
  const read = readExpiry(value);
  return read.ok ? '' : read.error;
}
