import { evaluateCondition } from '#libs/conditions/json-logic/evaluate-condition.js';
import { isChannelStep } from '#libs/preferences/channels.js';
import { resolveChannelPreference } from '#libs/preferences/resolve-preference.js';
import { RenderBudget } from '#libs/rendering/render-budget.js';
import { isSubjectToSchedule, isWithinSchedule } from '#libs/schedule/quiet-hours/quiet-hours.js';
import { conditionCause, preferenceCause, scheduleCause } from './step-cause.js';
import { failed, skipped, type StepOutcome } from './step-outcome.js';
import type { StepContext, StepKit } from '../steps/step.js';

/** What keeps a step from being executed: its condition, then preferences, then quiet hours. Undefined: nothing. */
export function gateOf(context: StepContext, kit: StepKit): StepOutcome | undefined {
  return byCondition(context, kit) ?? (isChannelStep(context.step.type) ? byRecipient(context) : undefined);
}

/** Behaviour X1: the control called `skip` holds the condition for running. X9: one that cannot be evaluated fails the step. */
function byCondition(context: StepContext, kit: StepKit): StepOutcome | undefined {
  const { step, data, scope } = context;
  const { skip } = step.controlValues;
  if (skip === undefined) return undefined;
  // All templates of one condition have the steps of one rendering.
  const budget = new RenderBudget();
  const result = evaluateCondition(skip, data, {
    now: scope.now,
    render: (template) => kit.engines.plain.render(template, data, { control: 'skip', budget }),
  });
  if (!result.ok) return failed('condition_error', 'The condition could not be evaluated', result.error);
  if (result.value) return undefined;
  const { path } = result.decidedBy ?? {};
  return skipped('condition_false', 'Step skipped by its condition', {
    decidedBy: path ? `skip.${path}` : 'skip',
    ...(result.decidedBy && { cause: conditionCause(context, kit, result.decidedBy) }),
  });
}

function byRecipient(context: StepContext): StepOutcome | undefined {
  const { run, step, scope } = context;
  const { workflow, preferences, subscriber, now } = scope;
  const preference = resolveChannelPreference(
    step.type,
    {
      workflowResource: workflow.preferences.workflow,
      workflowUser: workflow.preferences.user,
      subscriberGlobal: preferences.global,
      subscriberWorkflow: preferences.workflow,
    },
    run.critical,
  );
  if (!preference.enabled) {
    const cause = preferenceCause(context, preference);
    return skipped('preference', 'Step skipped by a preference', { decidedBy: preference.decidedBy, cause });
  }
  if (!isSubjectToSchedule(step.type, run.critical)) return undefined;
  if (isWithinSchedule(preferences.schedule, subscriber.timezone, now)) return undefined;
  const cause = scheduleCause(context);
  return skipped('schedule', "Step skipped outside the subscriber's hours", { decidedBy: 'schedule', cause });
}
