import { emailContent } from '#libs/rendering/email/email-content.js';
import { inlineStyles } from '#libs/rendering/email/styles/inline-styles.js';
import { isObject } from '../../platform/values/is-object.js';
import { channelOverride, mergedOverrides, textField, textFields } from '../channels/channel-overrides.js';
import type { OutgoingEmail } from '../channels/channel-sender.js';
import { othersOf, selectIntegration } from '../channels/select-integration.js';
import type { StepOutcome } from '../execution/step-outcome.js';
import { invalidAddress, missingAddress, noContent, noIntegration, outcomeOf } from './channel-outcomes.js';
import { renderedControls, templateFailure, workOf } from './controls.js';
import { deliver } from './deliver.js';
import { addressesOf, headersOf, leftOut, oneLine, senderOf } from './email-fields.js';
import { inLayout, type LaidOut } from './email-layout.js';
import { emailTextTask, stylesTask } from '../../platform/computation/rendering.tasks.js';
import type { StepContext, StepServices } from './step.js';

/** Sends an email (behaviour E1, E2, L4): variables in its body are escaped as HTML, the other texts are plain. */
export async function executeEmailStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { step, scope } = context;
  const { overrides: asked, attachments } = scope.event;
  const { integrationIdentifier } = channelOverride(asked, 'email');
  const integration = await selectIntegration(scope, 'email', integrationIdentifier);
  if (!integration) return noIntegration(scope, 'email', integrationIdentifier);
  const overrides = mergedOverrides(asked, 'email', step.stepId, integration.providerId);
  const { to, cc, bcc, invalid } = addressesOf(scope, overrides);
  if (to.length === 0) return invalid.length > 0 ? invalidAddress(invalid) : missingAddress('email address');
  const controls = await renderedControls(context, services, { html: 'body' });
  if (!controls.ok) return templateFailure(controls);
  const written = emailContent(controls.values);
  if (!written.ok) return noContent(written.error);
  const given = textField(overrides, 'html');
  const laidOut =
    given === undefined ? await inLayout(context, services, written.value.html, controls.spent) : asWritten(given);
  if (!laidOut.ok) return templateFailure(laidOut);
  const { html } = laidOut;
  const isFinal = given !== undefined || controls.values.disableOutputSanitization === true;
  const sender = senderOf(controls.values, overrides, invalid);
  const { headers, refused } = headersOf(overrides.headers);
  const content: OutgoingEmail = {
    channel: 'email',
    to,
    subject: oneLine(textField(overrides, 'subject') ?? written.value.subject),
    html: isFinal ? html : await styled(context, services, html),
    text: textField(overrides, 'text') ?? (await services.computation.run(emailTextTask, html, workOf(context))),
    ...sender,
    ...(overrides.cc !== undefined && { cc }),
    ...(overrides.bcc !== undefined && { bcc }),
    ...(headers && { headers }),
    ...textFields({ ipPoolName: overrides.ipPoolName }),
    ...(isObject(overrides.customData) && { customData: overrides.customData }),
    ...(attachments && attachments.length > 0 && { attachments }),
  };
  const delivered = await deliver(context, services, {
    channel: 'email',
    integration,
    others: await othersOf(context.scope, integration, integrationIdentifier),
    contents: [content],
    overrides,
    errorId: 'mail_unexpected_error',
  });
  // What is to be said of layout and addresses was said at the first attempt.
  const said = context.wait ? [] : [...leftOut(invalid, refused), ...laidOut.details];
  const details = [...said, ...delivered.details];
  return outcomeOf(context, [{ ...delivered, details }]);
}

/** Emails of one kind are styled once for all events, so that it is no work of this one. */
function styled({ run }: StepContext, { computation }: StepServices, html: string): Promise<string> {
  const work = { environmentId: run.environmentId.toHexString() };
  return inlineStyles(html, (apart) => computation.run(stylesTask, apart, work));
}

/** What the trigger has written itself needs no layout, and is sent as it is (behaviour E2). */
function asWritten(html: string): LaidOut {
  return { ok: true, html, details: [] };
}
