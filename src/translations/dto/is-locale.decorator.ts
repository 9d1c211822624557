import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';

/** A language, with or without a script and a region, in any spelling; the handler gets the one spelling, `en_US`. */
export function IsLocale(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (canonicalLocale(value) ?? value) : value,
    ),
    ValidateBy({
      name: 'isLocale',
      validator: {
        validate: (value) => typeof value === 'string' && canonicalLocale(value) !== undefined,
        defaultMessage: () => '$property must be a locale such as en or en_US',
      },
    }),
  );
}
