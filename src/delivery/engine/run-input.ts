import type { Types } from 'mongoose';
import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import type { MessageCaps, PayloadRedirects } from '../../auth/environment.schema.js';
import type { Endpoint, EndpointType } from '../../channels/endpoints/endpoint-shapes.js';
import type { Event, EventLegacy } from '../../events/store/event.schema.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { RunTopic } from '../../notifications/activity/run.schema.js';
import type { MessageState, StoredOutcome } from '../../notifications/messages/messages.service.js';
import type { SubscriberPreferences } from '../../preferences/preferences.service.js';
import type { OpenChannel } from '../../subscribers/credentials/credential-box.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import type { Workflow } from '../../workflows/workflow.schema.js';
import type { IdMap } from '../../platform/ids.js';
import type { RenderingSources } from './rendering/rendering-sources.js';

/** Data that is loaded once for all runs of an event. */
export interface EventScope {
  event: Event;
  workflow: Workflow;
  actor?: Subscriber;
  env: EnvironmentFacts;
  /** The environment has an active in-app integration (behaviour G11). */
  inAppActive: boolean;
  now: Date;
}

/** Data of an event that is loaded before its next recipients are read. */
export interface ExpansionScope extends EventScope {
  environment: EnvironmentRef;
  /** The subscribers that the event names; empty after the first chunk. */
  named: Subscriber[];
}

/** A recipient of an event. */
export interface RunRecipient {
  subscriber: Subscriber;
  /** The topics the recipient was reached through, for the activity; absent when named directly. */
  topics?: RunTopic[];
}

/** The event and the recipient of one run. */
export interface RunInput extends EventScope {
  subscriber: Subscriber;
}

/** The `env` of templates and conditions (behaviour L8), and settings of the environment. */
export interface EnvironmentFacts {
  /** Variables, and under the reserved keys `name` and `type` those of the environment itself. */
  open: Readonly<Record<string, string>>;
  /** Variables that must not appear in logs, previews or read endpoints. */
  secret: Readonly<Record<string, string>>;
  /** False: a message never moves on to another integration, however often its own fails. */
  failover?: boolean;
  /** Whether `email` and `phone` of a payload say where messages go (behaviour E1, M1). */
  payloadRedirects?: PayloadRedirects;
  /** How many messages a subscriber gets, by channel (behaviour MC1). */
  messageCaps?: MessageCaps;
  /** Schemes of links in in-app messages besides http(s) (behaviour L6). */
  linkSchemes?: readonly string[];
  /** What templates read as `brand`, and blocks look like (behaviour BR2). */
  brand?: Readonly<Record<string, unknown>>;
  /** The content of messages to providers is kept (behaviour N4). */
  keepsContent?: boolean;
}

/** An address of a subscriber for a chat or tool provider. */
export interface SubscriberEndpoint {
  id: Types.ObjectId;
  integrationId: Types.ObjectId;
  type: EndpointType;
  /** Decrypts the endpoint. `token`: of its connection. */
  open: () => { endpoint: Endpoint; token?: string };
}

/** A run with everything that its steps may read. Loaded for many runs together. */
export interface RunScope extends RunInput {
  topics?: RunTopic[];
  /** Active integrations of the environment, newest first. */
  integrations: readonly Integration[];
  /** Decrypts the subscriber's credentials at chat and push providers. */
  openChannels: () => OpenChannel[];
  /** The subscriber's endpoints of chat and tool integrations, in exactly the contexts of the event. */
  endpoints: readonly SubscriberEndpoint[];
  /** The subscriber's preferences in exactly the contexts of the event. */
  preferences: SubscriberPreferences;
  /** What has become of messages of earlier steps, by id, as far as later steps may read it. */
  messageStates: IdMap<MessageState>;
  /** An earlier attempt was interrupted, so its effects may already exist. */
  recovering: boolean;
  /** Messages that the earlier attempt stored, by id. */
  storedMessages: IdMap<StoredOutcome>;
  /** Layouts, translations and tenants. */
  sources: RenderingSources;
  /** The run is only a preview, so secrets are masked. */
  hidesSecrets?: boolean;
  /** The run is a test: preferences and quiet hours do not keep its messages back (behaviour CK20). */
  isTest?: boolean;
}

/** Data for templates (behaviour L1), without internal ids and database fields. */
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
 * Data for the templates and conditions of a step: `templateScope`, the environment, the tenant, and the results of earlier
 * steps (X8).
 */
export function stepData(scope: RunScope, steps: Readonly<Record<string, unknown>>): TemplateScope {
  const { open, secret, brand = {} } = scope.env;
  const tenant = toTemplateTenant(scope);
  return { ...templateScope(scope), env: { ...secret, ...open }, brand, ...(tenant && { tenant }), steps };
}

/** The stored tenant; values of the trigger take precedence. A deleted tenant still has its identifier. */
function toTemplateTenant({ event, sources }: RunScope): Record<string, unknown> | undefined {
  if (!event.tenant) return undefined;
  const { identifier } = event.tenant;
  const stored = sources.tenants.get(identifier);
  return { identifier, name: event.tenant.name ?? stored?.name, data: event.tenant.data ?? stored?.data ?? {} };
}

/** Fields of a legacy notification, under the names that the legacy API gives them. */
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
