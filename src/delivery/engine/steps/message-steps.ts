import { plainSms } from '#libs/providers/kit/gsm-text.js';
import { ContentError, textOf } from '#libs/rendering/in-app/content-error.js';
import type { ControlValues } from '#libs/rendering/render-controls.js';
import { type InAppAction, type InAppContent, inAppContent } from '#libs/rendering/in-app/in-app-content.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import type { MessageAction } from '../../../notifications/messages/message.schema.js';
import { isObject } from '../../../platform/values/is-object.js';
import { isPhoneNumber } from '../../../subscribers/subscriber-limits.js';
import { channelOverride, mergedOverrides, textField, textList } from '../targets/channel-overrides.js';
import { payloadRedirect } from '../targets/payload-redirect.js';
import { failoverIntegrations, selectIntegration, subscriberTargets } from '../targets/select-integration.js';
import { chatDestinations, usesPhoneNumbersOnly } from '../targets/chat-targets.js';
import { messageId } from '../run-documents.js';
import { completed, failed, type OutcomeDetail, type StepOutcome } from '../step-outcome.js';
import { chatValues } from './chat-bodies.js';
import { tokenKey } from '../../../subscribers/credentials/credential-changes.js';
import { renderedControls, templateFailure } from './controls.js';
import { deliver, outcomeOf } from './deliver.js';
import { invalidAddress, missingAddress, noContent, noIntegration } from './unsendable.js';
import { oneLine } from './email.step.js';
import { isExpired, tooLate } from './expiry.js';
import type { StepContext, StepServices } from './step.js';
import { addressOfTarget, type Reach, reachOf } from './suppression.js';

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
  const reach = await reachOf(context, services, { channel: 'sms', addresses: [to], overrides: [overrides] });
  if (reach.skipped) return reach.skipped;
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
  const known = subscriberTargets(scope, 'push').flatMap(({ integration, credentials, registeredAt }) => {
    const overrides = mergedOverrides(scope.event.overrides, 'push', step.stepId, integration.providerId);
    const tokens = textList(overrides.deviceTokens ?? credentials.deviceTokens);
    return tokens.length > 0 ? [{ integration, overrides, tokens, registeredAt }] : [];
  });
  if (known.length === 0) return missingAddress('device token');
  const addresses = known.flatMap(({ tokens }) => tokens);
  const reach = await reachOf(context, services, { channel: 'push', addresses, overrides: overridesOf(known) });
  if (reach.skipped) return reach.skipped;
  const targets = known
    .map((one) => ({ ...one, tokens: one.tokens.filter(reach.to) }))
    .filter(({ tokens }) => tokens.length > 0);
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
  return withDetails(outcomeOf(context, deliveries), reach);
}

function overridesOf(known: readonly { overrides: Record<string, unknown> }[]): Record<string, unknown>[] {
  return known.map(({ overrides }) => overrides);
}

/** The outcome of a step with what is said about addresses that were left out. */
function withDetails(outcome: StepOutcome, { details }: Reach): StepOutcome {
  return details.length === 0 ? outcome : { ...outcome, details: [...details, ...outcome.details] };
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
  const known = await chatDestinations(scope, step.stepId);
  // Behaviour K5.
  if (known.length === 0) {
    return usesPhoneNumbersOnly(scope)
      ? missingAddress('phone number', 'no_subscriber_chat_phone_number')
      : missingAddress('chat webhook, channel or phone number', 'no_subscriber_chat_channel_id');
  }
  const addresses = known.map(({ target }) => addressOfTarget(target));
  const reach = await reachOf(context, services, { channel: 'chat', addresses, overrides: overridesOf(known) });
  if (reach.skipped) return reach.skipped;
  const destinations = known.filter(({ target }) => reach.to(addressOfTarget(target)));
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
  return withDetails(outcomeOf(context, deliveries), reach);
}

/** Provides values for later steps: the control `custom`, with its templates rendered. */
export async function executeCustomStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls, 'The step could not be executed');
  const { custom } = controls.values;
  return completed('custom_done', 'Step completed', { result: isObject(custom) ? custom : {} });
}
