import type { Run, RunStep } from '../../notifications/activity/run.schema.js';
import { explanationOf, particularsOf } from '../../notifications/activity/explanation.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import type { SimulatedRunDto, SimulatedStepDto } from './simulation.dto.js';
import type { SimulatedEffects } from './simulated-effects.js';

/** What a simulated run came to, with what it would have delivered. */
export function toSimulatedRun(
  subscriberId: string,
  run: Run,
  messages: readonly Message[],
  effects: SimulatedEffects,
): SimulatedRunDto {
  return {
    subscriberId,
    status: run.status,
    steps: run.steps.map((step) => toSimulatedStep(run, step, messages, effects)),
  };
}

function toSimulatedStep(
  run: Run,
  step: RunStep,
  messages: readonly Message[],
  effects: SimulatedEffects,
): SimulatedStepDto {
  const last = step.details.at(-1);
  const detail = particularsOf(step, step.details.length - 1);
  const warnings = step.details.flatMap((detail) =>
    detail.status === 'Warning' && detail !== last ? [detail.raw ?? detail.detail] : [],
  );
  const content = (step.messageIds ?? []).flatMap((id) => {
    const message = messages.find(({ _id }) => _id.equals(id));
    return message?.channel === 'in_app' ? [inAppContent(message)] : effects.contentsOf(id.toHexString());
  });
  return {
    stepId: step.stepId,
    name: step.name,
    type: step.type,
    status: step.status,
    reason: step.reason ?? 'internal_error',
    ...explanationOf(step),
    ...(detail !== undefined && { detail }),
    ...(warnings.length > 0 && { warnings }),
    at: (last?.at ?? run.updatedAt).toISOString(),
    ...(content.length > 0 && { content }),
  };
}

function inAppContent({ channel, subject, body, avatar, actions, redirect, data }: Message): object {
  return {
    channel,
    ...(subject !== undefined && { subject }),
    body,
    ...(avatar !== undefined && { avatar }),
    ...(actions && { actions }),
    ...(redirect && { redirect }),
    ...(data && { data }),
  };
}
