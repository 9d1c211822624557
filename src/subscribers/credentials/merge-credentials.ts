import type { ChannelCredentials } from '../subscriber.schema.js';

/** Whether device tokens take the place of those that are stored, are added to them (behaviour R12, R13), or go (U3). */
export type TokenMode = 'replace' | 'add' | 'remove';

/**
 * Credentials after a change: fields that are given are set, others stay (behaviour R14), and no device token is there
 * twice. Tokens keep the order in which they came.
 */
export function mergeCredentials(
  stored: ChannelCredentials,
  given: ChannelCredentials,
  mode: TokenMode,
): ChannelCredentials {
  const { deviceTokens, ...fields } = given;
  const merged: ChannelCredentials = { ...stored };
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) Object.assign(merged, { [field]: value });
  if (deviceTokens) {
    merged.deviceTokens = mergedTokens(stored.deviceTokens ?? [], deviceTokens, mode);
  }
  return merged;
}

function mergedTokens(stored: readonly string[], given: readonly string[], mode: TokenMode): string[] {
  switch (mode) {
    case 'replace':
      return [...new Set(given)];
    case 'add':
      return [...new Set([...stored, ...given])];
    case 'remove':
      return stored.filter((token) => !given.includes(token));
  }
}

/** Whether a change leads to more than `most` device tokens. Having too many already is no reason to refuse others. */
export function hasTooManyTokens(stored: ChannelCredentials, merged: ChannelCredentials, most: number): boolean {
  return countTokens(merged) > Math.max(most, countTokens(stored));
}

/** As many of the device tokens as are allowed; those that were there stay. */
export function withAllowedTokens(
  stored: ChannelCredentials,
  merged: ChannelCredentials,
  most: number,
): ChannelCredentials {
  if (!hasTooManyTokens(stored, merged, most)) return merged;
  return { ...merged, deviceTokens: merged.deviceTokens?.slice(0, Math.max(most, countTokens(stored))) };
}

function countTokens({ deviceTokens }: ChannelCredentials): number {
  return deviceTokens?.length ?? 0;
}
