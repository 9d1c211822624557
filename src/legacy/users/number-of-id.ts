/**
 * The number that an external id is, if it is one: a decimal integer without sign or leading zeros, and not larger than
 * a JSON number is exact. Any other id gets a running number.
 */
export function numberOfId(externalId: string): number | undefined {
  const number = /^(0|[1-9]\d{0,15})$/.test(externalId) ? Number(externalId) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
