import { conditionError } from '#libs/conditions/json-logic/evaluate-condition.js';
import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { FreeForm } from '../../common/validation/free-form.decorator.js';
import { MayBeAbsent } from '../../common/validation/may-be-absent.decorator.js';

/** An optional JSON-logic condition. One that could never be evaluated is refused when it is saved. */
export function Condition(): PropertyDecorator {
  return applyDecorators(
    MayBeAbsent(),
    FreeForm(),
    ValidateBy({
      name: 'condition',
      validator: {
        validate: (value) => conditionError(value) === undefined,
        defaultMessage: (details) =>
          `${details?.property} cannot be evaluated: ${conditionError(details?.value) ?? 'it is no condition'}`,
      },
    }),
  );
}
