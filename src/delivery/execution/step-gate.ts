import { isChannelStep } from '#libs/preferences/channels.js';
import { resolveChannelPreference } from '#libs/preferences/resolve-preference.js';
import { isSubjectToSchedule, isWithinSchedule } from '#libs/schedule/quiet-hours/quiet-hours.js';
import { conditionCause, preferenceCause, scheduleCause } from './step-cause.js';
import { previewData, workOf } from '../steps/controls.js';
import { failed, skipped, type StepOutcome } from './step-outcome.js';
import { conditionTask } from '../../platform/computation/condition.task.js';
import type { StepContext, StepServices } from '../steps/step.js';

/** What keeps a step from being executed: its condition, then preferences, then quiet hours. Undefined: nothing. */
export async function gateOf(context: StepContext, services: StepServices): Promise<StepOutcome | undefined> {
  return (
    (await byCondition(context, services)) ?? (isChannelStep(context.step.type) ? byRecipient(context) : undefined)
  );
}

/** Behaviour X1: the control called `skip` holds the condition for running. X9: one that cannot be evaluated fails the step. */
async function byCondition(context: StepContext, { computation }: StepServices): Promise<StepOutcome | undefined> {
  const { step, data, scope } = context;
  const { skip } = step.controlValues;
  if (skip === undefined) return undefined;
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
