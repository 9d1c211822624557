import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import type { Event } from '../events/event.schema.js';
import type { Integration } from '../integrations/integration.schema.js';
import type { RunTopic } from '../notifications/activity/run.schema.js';
import type { MessageState } from '../notifications/messages/messages.service.js';
import type { SubscriberPreferences } from '../preferences/subscriber-preferences.js';
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

/** What is known of the environment a run belongs to. */
export interface EnvironmentFacts {
  name: string;
  type?: string;
}

/** One run with everything its steps may look at. It is loaded for many runs together. */
export interface RunScope extends RunInput {
  environment: EnvironmentFacts;
  topics?: RunTopic[];
  /** Active integrations of the environment, newest first. */
  integrations: readonly Integration[];
  /** What the subscriber has chosen in exactly the contexts of the event. */
  preferences: SubscriberPreferences;
  /** How in-app messages of earlier steps stand, by hexadecimal id. */
  messageStates: ReadonlyMap<string, MessageState>;
  /** An earlier attempt at the run was cut off, so that its effects may be there already. */
  recovering: boolean;
  /** Hexadecimal ids of the messages that earlier attempt has stored. */
  storedMessages: ReadonlySet<string>;
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

/** What templates and conditions of a step can name: the same, the environment, and the results of earlier steps (X8). */
export function stepData(scope: RunScope, steps: Readonly<Record<string, unknown>>): TemplateScope {
  const { name, type } = scope.environment;
  return { ...templateScope(scope), env: { name, ...(type && { type }) }, steps };
}

function toTemplateSubscriber(subscriber: Subscriber): Record<string, unknown> {
  const { subscriberId, firstName, lastName, email, phone, avatar, locale, timezone, data } = subscriber;
  const { isOnline, lastOnlineAt } = subscriber;
  return {
    subscriberId,
    firstName,
    lastName,
    email,
    phone,
    avatar,
    locale,
    timezone,
    data,
    isOnline,
    ...(lastOnlineAt && { lastOnlineAt: lastOnlineAt.toISOString() }),
  };
}
