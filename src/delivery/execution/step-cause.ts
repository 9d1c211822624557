import type { DecidingRule } from '#libs/conditions/json-logic/decide.js';
import type { ChannelPreference } from '#libs/preferences/resolve-preference.js';
import { hoursAt } from '#libs/schedule/quiet-hours/hours-at.js';
import type { StepCauseDto } from '../../notifications/activity/activity.dto.js';
import { secretCleaner } from '../rendering/secrets.js';
import type { StepContext } from '../steps/step.js';

/** Characters of a rule, and of a text that it has seen. Causes are kept with every run, so that they are short. */
const MAX_RULE_LENGTH = 200;
const MAX_TEXT_LENGTH = 60;

/** Why a condition has said no: the part that decided, and what it has seen. No secret is in it (behaviour L8). */
export function conditionCause(
  { scope }: StepContext,
  { rule }: DecidingRule,
  seen: readonly { name: string; value: unknown }[],
): StepCauseDto {
  const clean = secretCleaner(scope.environment.secret);
  return {
    rule: clipped(clean(JSON.stringify(rule)), MAX_RULE_LENGTH),
    values: seen.map(({ name, value }) => ({ name: clipped(name, MAX_TEXT_LENGTH), value: scalarOf(value, clean) })),
  };
}

/** Which value of the layer that decided it was: the channel's own, or the one for all channels. */
export function preferenceCause({ step }: StepContext, { source }: ChannelPreference): StepCauseDto {
  return {
    values: [
      { name: 'channel', value: step.type },
      { name: 'source', value: source },
    ],
  };
}

/** What time it was for the recipient, and when that day messages may be sent. */
export function scheduleCause({ scope }: StepContext): StepCauseDto {
  const { preferences, subscriber, now } = scope;
  const seen = preferences.schedule ? hoursAt(preferences.schedule, subscriber.timezone, now) : {};
  return { values: Object.entries(seen).map(([name, value]) => ({ name, value: String(value) })) };
}

/** How many runs pass in a window, and of which group this one is. */
export function throttleCause({ scope }: StepContext, threshold: number, group: unknown): StepCauseDto {
  const value = scalarOf(group, secretCleaner(scope.environment.secret));
  return {
    values: [{ name: 'threshold', value: threshold }, ...(group === undefined ? [] : [{ name: 'group', value }])],
  };
}

/** A text is cleaned before it is cut, so that no half of a secret is left. */
function scalarOf(value: unknown, clean: (text: string) => string): StepCauseDto['values'][number]['value'] {
  if (typeof value === 'string') return clipped(clean(value), MAX_TEXT_LENGTH);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value)
    ? `(a list of ${value.length})`
    : `(${value instanceof Date ? value.toISOString() : typeof value})`;
}

function clipped(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
