import { emailContent } from '#libs/rendering/email/email-content.js';
import { inlineStyles } from '#libs/rendering/email/styles/inline-styles.js';
import { plainText } from '#libs/rendering/email/plain-text.js';
import { RenderBudget } from '#libs/rendering/render-budget.js';
import { isObject } from '../../common/values/is-object.js';
import { channelOverride, mergedOverrides, textField, textFields, textList } from '../channels/channel-overrides.js';
import type { OutgoingEmail } from '../channels/channel-sender.js';
import { othersOf, selectIntegration } from '../channels/select-integration.js';
import { isMailAddress } from '../../subscribers/subscriber-limits.js';
import type { OutcomeDetail, StepOutcome } from '../execution/step-outcome.js';
import { invalidAddress, missingAddress, noContent, noIntegration, outcomeOf } from './channel-outcomes.js';
import { renderedControls, templateFailure } from './controls.js';
import { deliver } from './deliver.js';
import { inLayout, type LaidOut } from './email-layout.js';
import type { StepContext, StepKit } from './step.js';

/** Sends an email (behaviour E1, E2, L4): variables in its body are escaped as HTML, the other texts are plain. */
export async function executeEmailStep(context: StepContext, kit: StepKit): Promise<StepOutcome> {
  const { step, scope } = context;
  const { overrides: asked, attachments } = scope.event;
  const { integrationIdentifier } = channelOverride(asked, 'email');
  const integration = await selectIntegration(scope, 'email', integrationIdentifier);
  if (!integration) return noIntegration(scope, 'email', integrationIdentifier);
  const overrides = mergedOverrides(asked, 'email', step.stepId, integration.providerId);
  const { to, cc, bcc, invalid } = addressesOf(context, overrides);
  if (to.length === 0) return invalid.length > 0 ? invalidAddress(invalid) : missingAddress('email address');
  const budget = new RenderBudget();
  const controls = renderedControls(context, kit, (path) => (path === 'body' ? 'html' : 'plain'), budget);
  if (!controls.ok) return templateFailure(controls);
  const written = emailContent(controls.values);
  if (!written.ok) return noContent(written.error);
  const given = textField(overrides, 'html');
  const laidOut = given === undefined ? inLayout(context, kit, written.value.html, budget) : asWritten(given);
  if (!laidOut.ok) return templateFailure(laidOut);
  const { html } = laidOut;
  const isFinal = given !== undefined || controls.values.disableOutputSanitization === true;
  const content: OutgoingEmail = {
    channel: 'email',
    to,
    subject: textField(overrides, 'subject') ?? written.value.subject,
    html: isFinal ? html : await inlineStyles(html),
    text: textField(overrides, 'text') ?? plainText(html),
    ...senderOf(controls.values, overrides),
    ...(overrides.cc !== undefined && { cc }),
    ...(overrides.bcc !== undefined && { bcc }),
    ...(isObject(overrides.headers) && { headers: textFields(overrides.headers) }),
    ...textFields({ ipPoolName: overrides.ipPoolName }),
    ...(isObject(overrides.customData) && { customData: overrides.customData }),
    ...(attachments && attachments.length > 0 && { attachments }),
  };
  const delivered = await deliver(context, kit, {
    channel: 'email',
    integration,
    others: await othersOf(context.scope, integration, integrationIdentifier),
    contents: [content],
    overrides,
    errorId: 'mail_unexpected_error',
  });
  // What is to be said of layout and addresses was said at the first attempt.
  const said = context.wait ? [] : [...leftOut(invalid), ...laidOut.details];
  const details = [...said, ...delivered.details];
  return outcomeOf(context, [{ ...delivered, details }]);
}

/** What the trigger has written itself needs no layout, and is sent as it is (behaviour E2). */
function asWritten(html: string): LaidOut {
  return { ok: true, html, details: [] };
}

/** Who gets it, and where texts come from that are no addresses: the others get it nevertheless. */
interface Addresses {
  to: string[];
  cc: string[];
  bcc: string[];
  invalid: string[];
}

/** Behaviour E1: an override adds recipients, unless it says that it replaces. */
function addressesOf({ scope }: StepContext, overrides: Record<string, unknown>): Addresses {
  const invalid: string[] = [];
  const valid = (value: unknown, from: string) =>
    textList(value).filter((address) => isMailAddress(address) || (invalid.push(from), false));
  const given = textField(scope.event.payload, 'email');
  const [to, cc, bcc] = [overrides.to, overrides.cc, overrides.bcc];
  const added = valid(to, 'overrides.email.to');
  const replaces = overrides.replaceToRecipient === true && textList(to).length > 0;
  const own = replaces ? [] : valid(given ?? scope.subscriber.email, given ? 'payload.email' : 'subscriber.email');
  return {
    to: textList([...own, ...added]),
    cc: valid(cc, 'overrides.email.cc'),
    bcc: valid(bcc, 'overrides.email.bcc'),
    invalid: [...new Set(invalid)],
  };
}

function leftOut(invalid: readonly string[]): OutcomeDetail[] {
  if (invalid.length === 0) return [];
  return [
    { status: 'Warning', detail: 'Left out what is no email address', raw: `no email address: ${invalid.join(', ')}` },
  ];
}

function senderOf(
  controls: Readonly<Record<string, unknown>>,
  overrides: Record<string, unknown>,
): Pick<OutgoingEmail, 'from' | 'senderName' | 'replyTo'> {
  const control = isObject(controls.from) ? controls.from : {};
  const from = textField(overrides, 'from') ?? textField(control, 'email');
  const senderName = textField(overrides, 'senderName') ?? textField(control, 'name');
  const replyTo = textField(overrides, 'replyTo') ?? textField(controls, 'replyTo');
  return {
    ...(from !== undefined && { from }),
    ...(senderName !== undefined && { senderName }),
    ...(replyTo !== undefined && { replyTo }),
  };
}
