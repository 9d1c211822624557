import { ValidateBy } from 'class-validator';
import { isObject } from '../../platform/values/is-object.js';
import type { ProviderOverrides } from '../workflow.schema.js';
import type { StepType } from './step-kinds.js';

/** The kinds of steps whose content may differ from provider to provider. */
export const OVERRIDABLE: readonly StepType[] = ['chat', 'tool'];

/** The field holds an object for each provider, and its step is of a kind that may have them; null is for any. */
export function IsProviderOverrides(): PropertyDecorator {
  return ValidateBy({
    name: 'providerOverrides',
    validator: {
      validate: (value, details) => problem(value, details?.object) === undefined,
      defaultMessage: (details) => `${details?.property} ${problem(details?.value, details?.object)}`,
    },
  });
}

/**
 * The overrides of a step that is saved in place of `current`: absent ones stay as they are, null removes them all, and
 * an object takes the place of all. Undefined when there are none.
 */
export function placeOverrides(
  { type, providerOverrides }: { type: StepType; providerOverrides?: ProviderOverrides | null },
  current: { providerOverrides?: ProviderOverrides } | undefined,
): ProviderOverrides | undefined {
  if (!OVERRIDABLE.includes(type)) return undefined;
  const overrides = providerOverrides === undefined ? current?.providerOverrides : providerOverrides;
  return overrides && Object.keys(overrides).length > 0 ? overrides : undefined;
}

function problem(value: unknown, step: unknown): string | undefined {
  const type = isObject(step) ? step['type'] : undefined;
  if (!OVERRIDABLE.some((one) => one === type)) return `is for steps of these kinds: ${OVERRIDABLE.join(', ')}`;
  const isComplete = isObject(value) && Object.values(value).every(isObject);
  return isComplete ? undefined : 'must have an object for each provider';
}
