import { isObject } from '../../../platform/values/is-object.js';
import type { TriggerOverrides } from '../../../events/store/event.schema.js';

type Fields = Record<string, unknown>;

/** The overrides of the trigger for all steps of a channel. */
export function channelOverride(overrides: TriggerOverrides | undefined, channel: string): Fields {
  const own = overrides?.[channel];
  return isObject(own) ? own : {};
}

/**
 * The overrides of the trigger for one step and provider; later ones win: of the channel, of the provider, of the provider in
 * this step (behaviour E2). Values replace each other as a whole, including lists.
 */
export function mergedOverrides(
  overrides: TriggerOverrides | undefined,
  channel: string,
  stepId: string,
  providerId: string,
): Fields {
  const byProvider = overrides?.[providerId];
  return {
    ...channelOverride(overrides, channel),
    ...(isObject(byProvider) && byProvider),
    ...overrides?.providers?.[providerId],
    ...overrides?.steps?.[stepId]?.providers?.[providerId],
  };
}

export function textField(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A string, or a list of strings, as a list without duplicates or empty strings. */
export function textList(value: unknown): string[] {
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(entries.filter((entry): entry is string => typeof entry === 'string' && entry !== ''))];
}

/** The fields that are strings, numbers or booleans, as strings. */
export function textFields(fields: Fields): Record<string, string> {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? [[name, String(value)] as const] : [],
  );
  return Object.fromEntries(texts);
}
