import { applyDecorators } from '@nestjs/common';
import { IsObject, ValidateBy } from 'class-validator';
import { Raw } from '../http/raw.decorator.js';
import { freeFormProblem, type FreeFormRules } from './free-form.js';

/** The field is an object of the user's own making: any JSON that can be stored as it is, taken as it was sent. */
export function FreeForm(rules: FreeFormRules = {}): PropertyDecorator {
  return applyDecorators(
    Raw(),
    IsObject(),
    ValidateBy({
      name: 'freeForm',
      validator: {
        validate: (value) => freeFormProblem(value, rules) === undefined,
        defaultMessage: (details) => `${details?.property} ${freeFormProblem(details?.value, rules)}`,
      },
    }),
  );
}
