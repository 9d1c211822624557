import { readPayloadPath } from '#libs/schedule/data-path.js';
import { throttleThreshold, type ThrottleSettings, throttleWindowEnd } from '#libs/schedule/windows/throttle-window.js';
import { completed, failed, skipped, type StepOutcome } from '../step-outcome.js';
import { throttleCause } from '../step-gate.js';
import { groupKey } from './digest.step.js';
import { renderedControls, templateFailure } from './controls.js';
import type { StepContext, StepServices } from './step.js';

/** Lets a limited number of runs pass in a time window; the others end here (behaviour H1 to H6). */
export async function executeThrottleStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { run, step, scope } = context;
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls, 'The throttle could not be read');
  const settings = controls.values as ThrottleSettings;
  const until = throttleWindowEnd(settings, {
    now: scope.now,
    zone: scope.subscriber.timezone,
    payload: scope.event.payload,
    maximum: services.maxWait,
  });
  const threshold = throttleThreshold(settings);
  if (!until.ok) return invalid(until.error);
  if (!threshold.ok) return invalid(threshold.error);
  const group = throttleValue(context);
  const passage = await services.effects.countThrottle({
    group: groupKey('throttle', run, step, group),
    environmentId: run.environmentId,
    subscriberId: run.subscriberId,
    run: run._id,
    threshold: threshold.value,
    now: scope.now,
    until: until.value,
  });
  if (passage.passes) return completed('throttle_passed', 'Throttle passed', { result: { throttled: false } });
  return skipped('throttled', 'Throttle limit reached', {
    decidedBy: 'throttle',
    cause: throttleCause(context, { threshold: threshold.value, group, passage }),
    raw: `more than ${threshold.value} in the window`,
    stop: { status: 'skipped', reason: 'throttled' },
  });
}

function throttleValue({ step, scope }: StepContext): unknown {
  const { throttleKey } = step.controlValues;
  return typeof throttleKey === 'string' && throttleKey !== ''
    ? readPayloadPath(scope.event.payload, throttleKey)
    : undefined;
}

function invalid(error: string): StepOutcome {
  return failed('throttle_invalid', 'The throttle cannot be counted', error);
}
