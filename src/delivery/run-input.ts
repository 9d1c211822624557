import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import type { Event } from '../events/event.schema.js';
import type { Subscriber } from '../subscribers/subscriber.schema.js';
import type { Workflow } from '../workflows/workflow.schema.js';

/** Everything that is loaded once for all runs of an event. */
export interface EventScope {
  event: Event;
  workflow: Workflow;
  actor?: Subscriber;
  /** The environment has an active in-app integration (behaviour G11). */
  inAppActive: boolean;
  now: Date;
}

/** One run: the event, and for whom it is executed. */
export interface RunInput extends EventScope {
  subscriber: Subscriber;
}

/** What templates can name (behaviour L1). Internal ids and fields of the store stay inside. */
export function templateScope({ event, workflow, subscriber, actor }: RunInput): TemplateScope {
  return {
    subscriber: toTemplateSubscriber(subscriber),
    payload: event.payload,
    ...(actor && { actor: toTemplateSubscriber(actor) }),
    context: event.context ?? {},
    workflow: {
      workflowId: workflow.workflowId,
      name: workflow.name,
      description: workflow.description ?? '',
      tags: workflow.tags,
      severity: workflow.severity,
    },
  };
}

function toTemplateSubscriber(subscriber: Subscriber): Record<string, unknown> {
  const { subscriberId, firstName, lastName, email, phone, avatar, locale, timezone, data } = subscriber;
  return { subscriberId, firstName, lastName, email, phone, avatar, locale, timezone, data };
}
