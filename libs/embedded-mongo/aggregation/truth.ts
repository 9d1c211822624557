import { Decimal128, Long } from 'bson';

/** Truth of a computed value in MongoDB: everything but false, null, missing and zero. */
export function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0) return false;
  if (value instanceof Long) return !value.isZero();
  return !(value instanceof Decimal128 && Number(value.toString()) === 0);
}
