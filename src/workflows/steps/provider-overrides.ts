import { channelFacts } from '#libs/channels.js';
import { ValidateBy } from 'class-validator';
import { isObject } from '../../platform/values/is-object.js';
import type { ProviderOverrides } from '../workflow.schema.js';
import { STEP_TYPES, type StepType } from './step-kinds.js';

/** The types of steps whose content may differ by provider. */
export const OVERRIDABLE = STEP_TYPES.filter((type) => channelFacts(type)?.hasProviderOverrides);

/** Requires an object for each provider, on a step whose type allows overrides. */
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
 * Returns the overrides of a step that replaces `current`. Absent ones stay as they are, null removes all of them, and
 * an object replaces all of them. Undefined when there are none.
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
