import type { Channel } from '../../integrations/integration.schema.js';
import type { StepOutcome } from '../execution/step-outcome.js';
import { failed, skipped } from '../execution/step-outcome.js';
import type { RunScope } from '../run-input.js';
import type { Delivered } from './deliver.js';
import type { StepContext } from './step.js';

/**
 * The outcome of a step whose deliveries have been tried: one that succeeds is enough (behaviour U2, K4). As long as one
 * of them may still succeed, the run waits (behaviour S1).
 */
export function outcomeOf({ run, scope, wait }: StepContext, deliveries: readonly Delivered[]): StepOutcome {
  const details = deliveries.flatMap((one) => one.details);
  const messages = deliveries.flatMap(({ message }) => message ?? []);
  const open = deliveries.flatMap(({ progress }) => (progress?.until ? [progress.until.getTime()] : []));
  if (open.length > 0) {
    const sending = Object.fromEntries(deliveries.flatMap(({ id, progress }) => (progress ? [[id, progress]] : [])));
    const until = new Date(Math.min(...open));
    const next = { until, since: wait?.since ?? scope.now, extensions: 0, sending };
    return { status: 'delayed', reason: 'send_retrying', details, messages, wait: next };
  }
  const delivered = run.replays?.[0]?.delivered === true || deliveries.some(({ sent }) => sent > 0);
  return {
    status: delivered ? 'completed' : 'failed',
    reason: delivered ? 'delivered' : 'send_failed',
    details,
    messages,
  };
}

/** Behaviour S5: whoever cannot be reached is passed over, not failed. `errorId`: what a message would be marked with (S3). */
export function missingAddress(what: string, errorId?: string): StepOutcome {
  return skipped('missing_address', `Step skipped: the subscriber has no ${what}`, { raw: errorId });
}

/** Behaviour S5: `what` names where the texts come from that are no addresses; they themselves are not repeated. */
export function invalidAddress(what: readonly string[], kind = 'email address'): StepOutcome {
  const raw = `no ${kind}: ${what.join(', ')}`;
  return skipped('invalid_address', `Step skipped: the ${kind} is none`, { raw });
}

/** Behaviour G9. */
export function noIntegration(scope: RunScope, channel: Channel, identifier?: unknown): StepOutcome {
  const which =
    typeof identifier === 'string'
      ? `no active ${channel} integration '${identifier}'`
      : scope.integrations.some((one) => one.channel === channel)
        ? `no primary ${channel} integration, and none whose conditions pass`
        : `no active ${channel} integration`;
  return failed('no_active_integration', 'Message could not be sent', `The environment has ${which}`);
}

export function noContent(raw: string): StepOutcome {
  return failed('content_invalid', 'Message could not be created', raw);
}
