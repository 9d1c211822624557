import { Injectable } from '@nestjs/common';
import type { RunChange } from '../../../notifications/activity/run-events.js';
import type { Run, RunStep } from '../../../notifications/activity/run.schema.js';
import type { WebhookEvent } from '../../../outbound-webhooks/recording/webhook-event.js';
import { WebhookEvents } from '../../../outbound-webhooks/recording/webhook-events.service.js';
import { IdMap } from '../../../platform/ids.js';
import type { RunScope } from '../../engine/run-input.js';

/** A run that was executed. */
interface Executed {
  run: Run;
  scope: RunScope;
  change: RunChange;
}

/** A step that has sent nothing, because its addresses are suppressed. */
interface SuppressedStep extends Executed {
  step: RunStep;
}

/** Tells webhooks of steps that the suppression list has skipped: no message is stored of them (behaviour B1). */
@Injectable()
export class SuppressedSteps {
  constructor(private readonly webhooks: WebhookEvents) {}

  /** To be called after the runs were stored; what is told again changes nothing. Costs nothing without such steps. */
  async tell(executed: readonly Executed[]): Promise<void> {
    const steps = executed.flatMap((one) =>
      one.run.steps
        .filter((step) => step.reason === 'suppressed' && one.change.ended.includes(step))
        .map((step): SuppressedStep => ({ ...one, step })),
    );
    for (const group of IdMap.groupBy(steps, ({ run }) => run.environmentId).values()) {
      const environment = { id: group[0]!.run.environmentId };
      await this.webhooks.record(environment, group.map(toEvent));
    }
  }
}

function toEvent({ run, scope: { event, subscriber, workflow, now }, step }: SuppressedStep): WebhookEvent {
  const { id, stepId, type: channel, cause, details } = step;
  const values = new Map(cause?.values.map(({ name, value }) => [name, value]));
  return {
    type: 'message.suppressed',
    origin: { id },
    at: details.at(-1)?.at ?? now,
    person: run.subscriberId,
    ...(event.trace && { trace: event.trace }),
    data: {
      subscriberId: subscriber.subscriberId,
      transactionId: run.transactionId,
      workflowId: workflow.workflowId,
      stepId,
      channel,
      reason: String(values.get('reason')),
      since: String(values.get('since')),
    },
  };
}
