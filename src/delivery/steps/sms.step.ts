import { textOf } from '#libs/rendering/in-app/text-of.js';
import { channelOverride, mergedOverrides, textField } from '../channels/channel-overrides.js';
import { othersOf, selectIntegration } from '../channels/select-integration.js';
import type { StepOutcome } from '../execution/step-outcome.js';
import { isPhoneNumber } from '../../subscribers/subscriber-limits.js';
import { invalidAddress, missingAddress, noContent, noIntegration, outcomeOf } from './channel-outcomes.js';
import { renderedControls, templateFailure } from './controls.js';
import { deliver } from './deliver.js';
import { oneLine } from './email-fields.js';
import type { StepContext, StepServices } from './step.js';

/** Sends a text message (behaviour M1). */
export async function executeSmsStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { step, scope } = context;
  const given = scope.event.overrides;
  const { integrationIdentifier } = channelOverride(given, 'sms');
  const integration = await selectIntegration(scope, 'sms', integrationIdentifier);
  if (!integration) return noIntegration(scope, 'sms', integrationIdentifier);
  const overrides = mergedOverrides(given, 'sms', step.stepId, integration.providerId);
  const [to, named] = recipientOf(context, overrides);
  if (!to) return missingAddress('phone number');
  if (!isPhoneNumber(to)) return invalidAddress([named], 'phone number');
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls);
  const body = textField(overrides, 'content') ?? textOf(controls.values.body, 'body');
  if (body.trim() === '') return noContent('body must have content');
  const from = textField(overrides, 'from');
  const delivered = await deliver(context, services, {
    channel: 'sms',
    integration,
    others: await othersOf(scope, integration, integrationIdentifier),
    contents: [{ channel: 'sms', to, body, ...(from !== undefined && { from: oneLine(from) }) }],
    overrides,
    errorId: 'unexpected_sms_error',
  });
  return outcomeOf(context, [delivered]);
}

/** The number, and where it comes from. */
function recipientOf({ scope }: StepContext, overrides: Record<string, unknown>): [string | undefined, string] {
  const override = textField(overrides, 'to');
  if (override !== undefined) return [override, 'overrides.sms.to'];
  const given = textField(scope.event.payload, 'phone');
  return given === undefined ? [scope.subscriber.phone, 'subscriber.phone'] : [given, 'payload.phone'];
}
