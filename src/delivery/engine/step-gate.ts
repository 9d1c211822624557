import { isChannel } from '#libs/channels.js';
import type { DecidingRule } from '#libs/conditions/json-logic/evaluate-condition.js';
import { isOwnChoice } from '#libs/preferences/preference-layers.js';
import { type ChannelPreference, resolveChannelPreference } from '#libs/preferences/resolve-preference.js';
import type { StepCauseDto } from '../../notifications/activity/activity.dto.js';
import { conditionTask } from '../../platform/computation/condition.task.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import { gateOfHours } from './quiet-hours.js';
import { secretCleaner } from './rendering/secrets.js';
import { previewData, workOf } from './steps/controls.js';
import type { StepContext, StepServices } from './steps/step.js';
import { failed, skipped, type StepOutcome } from './step-outcome.js';
import type { Passage } from './step-effects.js';

/**
 * Returns why a step is not executed: its condition, then preferences, then quiet hours. Undefined when it is executed. Before
 * the first attempt of a replay all of them were asked.
 */
export async function gateOf(context: StepContext, services: StepServices): Promise<StepOutcome | undefined> {
  const { run, step, wait } = context;
  if (wait && !wait.quietHours) return gateAfterWait(context, services);
  if (run.replays) return undefined;
  return (await byCondition(context, services)) ?? (isChannel(step.type) ? byRecipient(context, services) : undefined);
}

/**
 * Returns why a message that has waited for its turn is not sent after all: preferences and quiet hours as they are now
 * (behaviour IR5, MC5). Undefined when it is sent, and for all other waits, before which everything was decided (X1, DG10).
 */
function gateAfterWait(context: StepContext, services: StepServices): StepOutcome | undefined {
  const sending = Object.values(context.wait?.sending ?? {});
  const isUnsent =
    sending.length > 0 && sending.every((one) => one.waitsFor !== undefined && one.attempts.length === 0);
  return isUnsent ? byRecipient(context, services) : undefined;
}

/** Behaviour X1: the control `skip` is the condition for running. X9: if it cannot be evaluated, the step fails. */
async function byCondition(context: StepContext, { computation }: StepServices): Promise<StepOutcome | undefined> {
  const { step, data, scope } = context;
  const { skip } = step.controlValues;
  // The controls of a step in code are its own, and so is its condition (behaviour CF4).
  if (skip === undefined || scope.workflow.external) return undefined;
  const result = await computation.run(
    conditionTask,
    { rule: skip, data, now: scope.now.getTime(), templates: true, shown: previewData(context) },
    workOf(context),
  );
  if (!result.ok) return failed('condition_error', 'The condition could not be evaluated', result.error);
  if (result.value) return undefined;
  const { decidedBy, seen = [] } = result;
  return skipped('condition_false', 'Step skipped by its condition', {
    decidedBy: decidedBy?.path ? `skip.${decidedBy.path}` : 'skip',
    ...(decidedBy && { cause: conditionCause(context, decidedBy, seen) }),
  });
}

function byRecipient(context: StepContext, services: StepServices): StepOutcome | undefined {
  const { run, step, scope } = context;
  const { workflow, preferences, now } = scope;
  if (scope.isTest) return undefined;
  if (!run.critical && preferences.pausedUntil && preferences.pausedUntil > now)
    return paused(workflow, preferences.pausedUntil);
  const preference = resolveChannelPreference(
    step.type,
    {
      workflowResource: workflow.preferences.workflow,
      workflowUser: workflow.preferences.user,
      subscriberGlobal: preferences.global,
      subscriberCategory: preferences.category,
      subscriberWorkflow: preferences.workflow,
    },
    run.critical,
  );
  if (!preference.enabled) {
    const cause = preferenceCause(context, preference);
    const { decidedBy } = preference;
    // Behaviour CS4: what the person has switched off of a subscription is not a preference of somebody else.
    return workflow.kind === 'subscription' && isOwnChoice(decidedBy)
      ? skipped('unsubscribed', 'Step skipped: the subscriber has unsubscribed', { decidedBy, cause })
      : skipped('preference', 'Step skipped by a preference', { decidedBy, cause });
  }
  return gateOfHours(context, services);
}

/** Behaviour CS50: the subscriber has paused everything. */
function paused({ kind }: Workflow, until: Date): StepOutcome {
  const reason = kind === 'subscription' ? 'unsubscribed' : 'preference';
  const cause = { values: [{ name: 'pausedUntil', value: until.toISOString() }] };
  return skipped(reason, 'Step skipped: the subscriber has paused all messages', { decidedBy: 'pause', cause });
}

/** Maximum lengths of a rule and of a text value in a cause. Causes are stored with every run, so they must be short. */
const MAX_RULE_LENGTH = 200;
const MAX_TEXT_LENGTH = 60;

/** Why a condition was false: the part that decided, and the values it read. Contains no secrets (behaviour L8). */
function conditionCause(
  { scope }: StepContext,
  { rule }: DecidingRule,
  seen: readonly { name: string; value: unknown }[],
): StepCauseDto {
  const clean = secretCleaner(scope.env.secret);
  return {
    rule: clipped(clean(JSON.stringify(rule)), MAX_RULE_LENGTH),
    values: seen.map(({ name, value }) => ({ name: clipped(name, MAX_TEXT_LENGTH), value: scalarOf(value, clean) })),
  };
}

/** Which value of the deciding layer was used: that of the channel, or the one for all channels. */
function preferenceCause({ step }: StepContext, { source }: ChannelPreference): StepCauseDto {
  return {
    values: [
      { name: 'channel', value: step.type },
      { name: 'source', value: source },
    ],
  };
}

/** How many runs pass in a window, how many have passed in this one, when it ends, and the group of this run. */
export function throttleCause(
  { scope }: StepContext,
  { threshold, group, passage: { count, until } }: { threshold: number; group: unknown; passage: Passage },
): StepCauseDto {
  const value = scalarOf(group, secretCleaner(scope.env.secret));
  return {
    values: [
      { name: 'threshold', value: threshold },
      ...(count === undefined ? [] : [{ name: 'count', value: count }]),
      ...(until ? [{ name: 'windowEnd', value: until.toISOString() }] : []),
      ...(group === undefined ? [] : [{ name: 'group', value }]),
    ],
  };
}

/** Secrets are removed from a text before it is cut, so that no part of a secret remains. */
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
