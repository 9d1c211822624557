import { WAIT_UNITS } from '#libs/schedule/waits/fixed-wait.js';
import { parseCron } from '#libs/schedule/waits/cron-pattern.js';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNumber, Min, ValidateBy } from 'class-validator';
import { MayBeAbsent } from '../../../common/validation/may-be-absent.decorator.js';
import { OptionalText } from '../control-texts.js';

export { WAIT_UNITS };

export type WaitUnit = (typeof WAIT_UNITS)[number];

/** A number of units of time, 0 or more. */
export function OptionalAmount(): PropertyDecorator {
  return applyDecorators(MayBeAbsent(), IsNumber(), Min(0));
}

export function OptionalUnit(units: readonly string[] = WAIT_UNITS): PropertyDecorator {
  return applyDecorators(MayBeAbsent(), IsIn(units), ApiPropertyOptional({ enum: units }));
}

/** A cron expression; templates are looked at when they are rendered. */
export function OptionalCron(): PropertyDecorator {
  return applyDecorators(
    OptionalText(),
    ValidateBy({
      name: 'cron',
      validator: {
        validate: (value) => cronProblem(value) === undefined,
        defaultMessage: (details) => `${details?.property} ${cronProblem(details?.value) ?? ''}`,
      },
    }),
  );
}

function cronProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.includes('{{')) return undefined;
  const pattern = parseCron(value);
  return pattern.ok ? undefined : pattern.error;
}
