import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';

/** An optional whole number in a query. Text that is no number is left as it is, so that the check refuses it. */
export function QueryInt({ min, max }: { min: number; max: number }): PropertyDecorator {
  const toNumber = ({ value }: { value: unknown }): unknown =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return applyDecorators(IsOptional(), Transform(toNumber), IsInt(), Min(min), Max(max));
}

/** An optional `true` or `false` in a query. */
export function QueryBoolean(): PropertyDecorator {
  const toBoolean = ({ value }: { value: unknown }): unknown =>
    value === 'true' ? true : value === 'false' ? false : value;
  return applyDecorators(IsOptional(), Transform(toBoolean), IsBoolean());
}

/**
 * An optional list of texts in a query: a repeated name (`tags=a&tags=b`), a single value, or none. The official
 * client sends an empty object where it has no filter; that counts as none.
 */
export function QueryList(): PropertyDecorator {
  const toList = ({ value }: { value: unknown }): unknown => {
    if (typeof value === 'string') return [value];
    return isEmptyObject(value) ? undefined : value;
  };
  return applyDecorators(
    IsOptional(),
    Transform(toList),
    IsArray(),
    IsString({ each: true }),
    MaxLength(512, { each: true }),
  );
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}
