import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsObject, ValidateBy } from 'class-validator';
import { freeFormProblem } from './free-form.js';

/**
 * The field is an object of the user's own making and is kept to the letter. Without the transformation
 * class-transformer would leave out members named `constructor`.
 */
export function FreeForm(): PropertyDecorator {
  return applyDecorators(
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]),
    IsObject(),
    ValidateBy({
      name: 'freeForm',
      validator: {
        validate: (value) => freeFormProblem(value) === undefined,
        defaultMessage: (details) => `${details?.property} ${freeFormProblem(details?.value)}`,
      },
    }),
  );
}
