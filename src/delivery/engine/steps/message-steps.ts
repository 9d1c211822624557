import type { Types } from 'mongoose';
import type { ToolTarget } from '#libs/providers/kit/content.js';
import { plainSms } from '#libs/providers/kit/gsm-text.js';
import { TOOL_ADAPTERS } from '#libs/providers/providers.js';
import { withoutKeys } from '#libs/providers/tool/tool-targets.js';
import { ContentError, textOf } from '#libs/rendering/in-app/content-error.js';
import type { ControlValues } from '#libs/rendering/render-controls.js';
import { type InAppAction, type InAppContent, inAppContent } from '#libs/rendering/in-app/in-app-content.js';
import type { Endpoint, EndpointType } from '../../../channels/endpoints/endpoint-shapes.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import type { MessageAction } from '../../../notifications/messages/message.schema.js';
import { isObject } from '../../../platform/values/is-object.js';
import { isPhoneNumber } from '../../../subscribers/subscriber-limits.js';
import { channelOverride, mergedOverrides, textField, textList } from '../targets/channel-overrides.js';
import { payloadRedirect } from '../targets/payload-redirect.js';
import {
  failoverIntegrations,
  selectIntegration,
  subscriberTargets,
  passingIntegrations,
} from '../targets/select-integration.js';
import { chatDestinations, usesPhoneNumbersOnly } from '../targets/chat-targets.js';
import { messageId } from '../run-documents.js';
import { completed, failed, type OutcomeDetail, type StepOutcome } from '../step-outcome.js';
import type { RunScope } from '../run-input.js';
import { chatValues } from './chat-bodies.js';
import { tokenKey } from '../../../subscribers/credentials/credential-changes.js';
import { renderedControls, templateFailure } from './controls.js';
import { deliver, outcomeOf } from './deliver.js';
import { invalidAddress, missingAddress, noContent, noIntegration } from './unsendable.js';
import { oneLine } from './email.step.js';
import { isExpired, tooLate } from './expiry.js';
import type { StepContext, StepServices } from './step.js';

/** Creates an in-app message: renders the step's control values and validates the result (behaviour L2, L4 to L7). */
export async function executeInAppStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  if (!context.scope.inAppActive) {
    return notCreated('no_active_integration', 'The environment has no active in-app integration');
  }
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls);
  const leftOut: OutcomeDetail[] = [];
  const content = inAppContent(controls.values, {
    schemes: context.scope.env.linkSchemes,
    onLeftOut: ({ message }) => leftOut.push({ status: 'Warning', detail: 'Link left out', raw: message }),
  });
  if (content instanceof ContentError) return notCreated('content_invalid', content.message);
  const { primaryAction, secondaryAction, ...rest } = content;
  const actions = {
    ...(primaryAction && { primary: toPending(primaryAction) }),
    ...(secondaryAction && { secondary: toPending(secondaryAction) }),
  };
  if (isExpired(context.expiry, services.now())) return tooLate(context.expiry);
  const outcome = completed('delivered', 'Message created', {
    messages: [
      {
        _id: messageId(context.run, context.step),
        channel: 'in_app',
        ...rest,
        ...withBundle(rest, context.scope.event.legacy?.bundleSegment),
        ...((primaryAction || secondaryAction) && { actions }),
      },
    ],
  });
  return { ...outcome, details: [...leftOut, ...outcome.details] };
}

function toPending({ label, redirect }: InAppAction): MessageAction {
  return { label, ...(redirect && { redirect }), completed: false };
}

/** Behaviour A12: the data of a notification of the legacy API includes its bundle. */
function withBundle({ data }: InAppContent, bundleSegment = ''): Pick<InAppContent, 'data'> {
  return bundleSegment === '' ? {} : { data: { ...data, bundleSegment } };
}

function notCreated(reason: StepOutcome['reason'], raw: string): StepOutcome {
  return failed(reason, 'Message could not be created', raw);
}

/** Sends an SMS (behaviour M1). */
export async function executeSmsStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { step, scope } = context;
  const given = scope.event.overrides;
  const { integrationIdentifier } = channelOverride(given, 'sms');
  const integration = await selectIntegration(scope, 'sms', integrationIdentifier);
  if (!integration) return noIntegration(context, 'sms', integrationIdentifier);
  const overrides = mergedOverrides(given, 'sms', step.stepId, integration.providerId);
  const redirect = payloadRedirect(scope, 'phone');
  const [to, named] = recipientOf(context, overrides, redirect.to);
  if (!to) return missingAddress('phone number');
  if (!isPhoneNumber(to)) return invalidAddress([named], 'phone number');
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls);
  const body = textField(overrides, 'content') ?? smsText(controls.values);
  if (body.trim() === '') return noContent('body must have content');
  const from = textField(overrides, 'from');
  const delivered = await deliver(context, services, {
    channel: 'sms',
    integration,
    others: await failoverIntegrations(scope, integration, integrationIdentifier),
    contents: [{ channel: 'sms', to, body, ...(from !== undefined && { from: oneLine(from) }) }],
    overrides,
    errorId: 'unexpected_sms_error',
  });
  const details = [...(context.wait ? [] : redirect.details), ...delivered.details];
  return outcomeOf(context, [{ ...delivered, details }]);
}

/** The text of a text message (behaviour M3). */
export function smsText({ body, smartEncoding }: ControlValues): string {
  const text = textOf(body, 'body');
  return smartEncoding === true ? plainSms(text) : text;
}

/** The phone number, and its source. */
function recipientOf(
  { scope }: StepContext,
  overrides: Record<string, unknown>,
  redirect: string | undefined,
): [string | undefined, string] {
  const override = textField(overrides, 'to');
  if (override !== undefined) return [override, 'overrides.sms.to'];
  return redirect === undefined ? [scope.subscriber.phone, 'subscriber.phone'] : [redirect, 'payload.phone'];
}

/**
 * Sends a push notification to all devices of the subscriber, one message per integration (behaviour U1, U2, U4). Without a
 * text it is silent (U5).
 */
export async function executePushStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { step, scope } = context;
  if (!scope.integrations.some(({ channel }) => channel === 'push')) return noIntegration(context, 'push');
  const targets = subscriberTargets(scope, 'push').flatMap(({ integration, credentials, registeredAt }) => {
    const overrides = mergedOverrides(scope.event.overrides, 'push', step.stepId, integration.providerId);
    const tokens = textList(overrides.deviceTokens ?? credentials.deviceTokens);
    return tokens.length > 0 ? [{ integration, overrides, tokens, registeredAt }] : [];
  });
  if (targets.length === 0) return missingAddress('device token');
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls);
  const title = textOf(controls.values.subject, 'subject');
  const body = textOf(controls.values.body, 'body');
  const data = isObject(controls.values.data) ? { data: controls.values.data } : {};
  const isEmpty = title.trim() === '' && body.trim() === '';
  const wakes = controls.values.silent === true || (isEmpty && Object.keys(data.data ?? {}).length > 0);
  const isSilent = (overrides: Record<string, unknown>): boolean => wakes || overrides.silent === true;
  if (isEmpty && !targets.every(({ overrides }) => isSilent(overrides))) {
    return noContent('subject, body or data must have content');
  }
  const deliveries = await Promise.all(
    targets.map(({ integration, overrides, tokens, registeredAt = {} }) =>
      deliver(context, services, {
        channel: 'push',
        integration,
        contents: tokens.map((token) => ({
          channel: 'push',
          token,
          title,
          body,
          ...data,
          ...(isSilent(overrides) && { silent: true }),
          ...since(registeredAt[tokenKey(token)]),
        })),
        overrides,
        target: integration._id,
        errorId: 'unexpected_push_error',
      }),
    ),
  );
  return outcomeOf(context, deliveries);
}

/** When the device was registered, for services that say since when they no longer know one. */
function since(registeredAt: Date | undefined): { registeredAt?: Date } {
  return registeredAt ? { registeredAt } : {};
}

/**
 * Sends a chat message to each destination of the subscriber, one message each; a failure does not prevent the others from
 * being sent (behaviour K1, K4, G8).
 */
export async function executeChatStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { step, scope } = context;
  if (!scope.integrations.some(({ channel }) => channel === 'chat')) return noIntegration(context, 'chat');
  const destinations = await chatDestinations(scope, step.stepId);
  // Behaviour K5.
  if (destinations.length === 0) {
    return usesPhoneNumbersOnly(scope)
      ? missingAddress('phone number', 'no_subscriber_chat_phone_number')
      : missingAddress('chat webhook, channel or phone number', 'no_subscriber_chat_channel_id');
  }
  const providerIds = destinations.map(({ integration }) => integration.providerId);
  const values = await chatValues(context, services, providerIds);
  if (!values.ok) return templateFailure(values);
  const bodyOf = ({ providerId }: Integration): string => textOf(values.of.get(providerId)?.body, 'body');
  if (destinations.every(({ integration }) => bodyOf(integration).trim() === '')) {
    return noContent('body must have content');
  }
  const deliveries = await Promise.all(
    destinations.map(({ integration, target, overrides, id }) =>
      deliver(context, services, {
        channel: 'chat',
        integration,
        contents: [{ channel: 'chat', target, body: textField(overrides, 'content') ?? bodyOf(integration) }],
        overrides,
        target: id,
        errorId: 'unexpected_chat_error',
      }),
    ),
  );
  return outcomeOf(context, deliveries);
}

/** The destination of one message of a step; without a target, the integration's own address. */
interface ToolDestination {
  integration: Integration;
  target?: ToolTarget;
  /** Distinguishes the messages of the step (behaviour D7). */
  id: Types.ObjectId;
}

/**
 * Sends a message to every tool for which the subscriber has an address, and to those with an address of their own, one message
 * each; a failure does not prevent the others from being sent (behaviour TO1, TO4).
 */
export async function executeToolStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { step, scope } = context;
  const tools = scope.integrations.filter(({ channel }) => channel === 'tool');
  if (tools.length === 0) return noIntegration(context, 'tool');
  const destinations = destinationsOf(scope, await passingIntegrations(tools, scope));
  if (destinations.length === 0) return missingAddress('address at a tool', 'no_subscriber_tool_endpoint');
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls);
  const body = textOf(controls.values.body, 'body');
  if (body.trim() === '') return noContent('body must have content');
  const deliveries = await Promise.all(
    destinations.map(({ integration, target, id }) => {
      const overrides = mergedOverrides(scope.event.overrides, 'tool', step.stepId, integration.providerId);
      const content = { body: textField(overrides, 'content') ?? body, ...(target && { target }) };
      return deliver(context, services, {
        channel: 'tool',
        integration,
        contents: [{ channel: 'tool', ...content }],
        overrides,
        target: id,
        errorId: 'unexpected_tool_error',
      });
    }),
  );
  return outcomeOf(context, deliveries);
}

/** The subscriber's addresses; for integrations without one, the integration's own address. */
function destinationsOf(scope: RunScope, integrations: readonly Integration[]): ToolDestination[] {
  return integrations.flatMap((integration): ToolDestination[] => {
    const endpoints = scope.endpoints.filter(({ integrationId }) => integrationId.equals(integration._id));
    if (endpoints.length === 0) return hasOwnAddress(integration) ? [{ integration, id: integration._id }] : [];
    return endpoints.flatMap(({ id, type, open }) => {
      const target = toolTarget(type, open().endpoint);
      // A preview shows the destination, but not its keys (behaviour L8).
      return target ? [{ integration, id, target: scope.hidesSecrets ? withoutKeys(target) : target }] : [];
    });
  });
}

function hasOwnAddress({ providerId, credentials }: Integration): boolean {
  const key = TOOL_ADAPTERS.find(({ id }) => id === providerId)?.ownAddress;
  return key !== undefined && credentials !== undefined && Object.hasOwn(credentials, key);
}

/** The target of a tool endpoint; undefined for other endpoints. The fields were checked when the endpoint was stored. */
function toolTarget(type: EndpointType, endpoint: Endpoint): ToolTarget | undefined {
  const { routingKey, apiKey, region, url, authToken } = endpoint as Record<string, string>;
  const { method, headers } = endpoint as Pick<Extract<ToolTarget, { kind: 'url' }>, 'method' | 'headers'>;
  switch (type) {
    case 'pagerduty_service':
      return { kind: 'key', key: routingKey!, region: region! };
    case 'opsgenie_integration':
      return { kind: 'key', key: apiKey!, region: region! };
    case 'grafana_oncall_integration':
      return { kind: 'url', url: url!, ...(authToken !== undefined && { token: authToken }) };
    case 'tool_webhook':
      return { kind: 'url', url: url!, ...(method && { method }), ...(headers && { headers }) };
    default:
      return undefined;
  }
}

/** Provides values for later steps: the control `custom`, with its templates rendered. */
export async function executeCustomStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls, 'The step could not be executed');
  const { custom } = controls.values;
  return completed('custom_done', 'Step completed', { result: isObject(custom) ? custom : {} });
}
