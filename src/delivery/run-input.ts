import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import type { EventLegacy } from '../events/event-legacy.js';
import type { Event } from '../events/event.schema.js';
import type { Integration } from '../integrations/integration.schema.js';
import type { RunTopic } from '../notifications/activity/run.schema.js';
import type { MessageState, StoredOutcome } from '../notifications/messages/messages.service.js';
import type { SubscriberPreferences } from '../preferences/subscriber-preferences.js';
import type { OpenChannel } from '../subscribers/credentials/credential-box.js';
import type { Subscriber } from '../subscribers/subscriber.schema.js';
import type { Workflow } from '../workflows/workflow.schema.js';
import type { SubscriberEndpoint } from './channels/subscriber-endpoint.js';
import type { RenderingSources } from './rendering/rendering-sources.js';

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

/** What templates and conditions read as `env` (behaviour L8). */
export interface EnvironmentFacts {
  /** Variables, and under the reserved keys `name` and `type` what the environment itself is called and is. */
  open: Readonly<Record<string, string>>;
  /** Variables that must not appear in logs, previews or read endpoints. */
  secret: Readonly<Record<string, string>>;
  /** False: a message stays with its integration, however often that fails. */
  failover?: boolean;
}

/** One run with everything its steps may look at. It is loaded for many runs together. */
export interface RunScope extends RunInput {
  environment: EnvironmentFacts;
  topics?: RunTopic[];
  /** Active integrations of the environment, newest first. */
  integrations: readonly Integration[];
  /** Decrypts the subscriber's credentials at chat and push providers. */
  openChannels: () => OpenChannel[];
  /** The subscriber's endpoints at the chat and tool integrations, in exactly the contexts of the event. */
  endpoints: readonly SubscriberEndpoint[];
  /** What the subscriber has chosen in exactly the contexts of the event. */
  preferences: SubscriberPreferences;
  /** How in-app messages of earlier steps stand, by hexadecimal id. */
  messageStates: ReadonlyMap<string, MessageState>;
  /** An earlier attempt at the run was cut off, so that its effects may be there already. */
  recovering: boolean;
  /** What that earlier attempt has stored, by hexadecimal id. */
  storedMessages: ReadonlyMap<string, StoredOutcome>;
  /** Layouts, translations and tenants. */
  sources: RenderingSources;
  /** What the run shows is only a preview: secrets are masked in it. */
  hidesSecrets?: boolean;
}

/** What templates can name (behaviour L1). Internal ids and fields of the store stay inside. */
export function templateScope({ event, workflow, subscriber, actor }: RunInput): TemplateScope {
  return {
    subscriber: toTemplateSubscriber(subscriber),
    payload: event.payload,
    ...(actor && { actor: toTemplateSubscriber(actor) }),
    context: event.context ?? {},
    ...(event.legacy && { legacy: toTemplateLegacy(event.legacy) }),
    workflow: {
      workflowId: workflow.workflowId,
      name: workflow.name,
      description: workflow.description ?? '',
      tags: workflow.tags,
      severity: workflow.severity,
    },
  };
}

/**
 * What templates and conditions of a step can name: the same, the environment, the tenant, and the results of earlier
 * steps (X8).
 */
export function stepData(scope: RunScope, steps: Readonly<Record<string, unknown>>): TemplateScope {
  const { open, secret } = scope.environment;
  const tenant = toTemplateTenant(scope);
  return { ...templateScope(scope), env: { ...secret, ...open }, ...(tenant && { tenant }), steps };
}

/** The tenant as it is stored; what the trigger says of it goes before. One that was deleted still has its identifier. */
function toTemplateTenant({ event, sources }: RunScope): Record<string, unknown> | undefined {
  if (!event.tenant) return undefined;
  const { identifier } = event.tenant;
  const stored = sources.tenants.get(identifier);
  return { identifier, name: event.tenant.name ?? stored?.name, data: event.tenant.data ?? stored?.data ?? {} };
}

/** What the legacy API has answered, so that a workflow can say the same. */
function toTemplateLegacy({ type, text, link, bundleSegment }: EventLegacy): Record<string, unknown> {
  return { type, text, link, bundleSegment };
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
