import { emailContent } from '#libs/rendering/email/email-content.js';
import { inlineStyles } from '#libs/rendering/email/styles/inline-styles.js';
import type { Layout } from '../../layouts/layout.schema.js';
import { emailTextTask, layoutTask, stylesTask } from '../../platform/computation/rendering.tasks.js';
import { isObject } from '../../platform/values/is-object.js';
import { mailAddressOf } from '../../subscribers/subscriber-limits.js';
import { channelOverride, mergedOverrides, textField, textFields, textList } from '../channels/channel-overrides.js';
import type { OutgoingEmail } from '../channels/channel-sender.js';
import { othersOf, selectIntegration } from '../channels/select-integration.js';
import type { OutcomeDetail, StepOutcome } from '../execution/step-outcome.js';
import { layoutChoice } from '../rendering/layout-choice.js';
import { layoutTexts } from '../rendering/rendering-sources.js';
import type { RunScope } from '../run-input.js';
import {
  describeTemplateError,
  type NotRendered,
  renderedControls,
  strictFailure,
  templateFailure,
  visibleData,
  workOf,
} from './controls.js';
import { deliver, invalidAddress, missingAddress, noContent, noIntegration, outcomeOf } from './deliver.js';
import type { StepContext, StepServices } from './step.js';

type Fields = Readonly<Record<string, unknown>>;

/** Where an email goes, and what was left out because it is no single address: named by where it came from. */
interface Addresses {
  to: string[];
  cc: string[];
  bcc: string[];
  invalid: string[];
}

/**
 * Behaviour E1: an override adds recipients, unless it says that it replaces. Each text is one address: an email reaches
 * those whom somebody has named, not those whom a text smuggles in.
 */
export function addressesOf(scope: Pick<RunScope, 'event' | 'subscriber'>, overrides: Fields): Addresses {
  const invalid = new Set<string>();
  const valid = (value: unknown, from: string): string[] => {
    const addresses = textList(value).map(mailAddressOf);
    if (addresses.includes(undefined)) invalid.add(from);
    return textList(addresses);
  };
  const given = textField(scope.event.payload, 'email');
  const added = valid(overrides.to, 'overrides.email.to');
  const replaces = overrides.replaceToRecipient === true && textList(overrides.to).length > 0;
  const own = replaces ? [] : valid(given ?? scope.subscriber.email, given ? 'payload.email' : 'subscriber.email');
  return {
    to: textList([...own, ...added]),
    cc: valid(overrides.cc, 'overrides.email.cc'),
    bcc: valid(overrides.bcc, 'overrides.email.bcc'),
    invalid: [...invalid],
  };
}

/** Who an email comes from, and who is answered; what is no single address is left out and named in `invalid`. */
export function senderOf(
  controls: Fields,
  overrides: Fields,
  invalid: string[],
): Pick<OutgoingEmail, 'from' | 'senderName' | 'replyTo'> {
  const control = isObject(controls.from) ? controls.from : {};
  const address = (override: string | undefined, own: string | undefined, field: string): string | undefined => {
    const text = override ?? own;
    const found = text === undefined ? undefined : mailAddressOf(text);
    if (text !== undefined && found === undefined)
      invalid.push(override === undefined ? field : `overrides.email.${field}`);
    return found;
  };
  const from = address(textField(overrides, 'from'), textField(control, 'email'), 'from');
  const replyTo = address(textField(overrides, 'replyTo'), textField(controls, 'replyTo'), 'replyTo');
  const senderName = textField(overrides, 'senderName') ?? textField(control, 'name');
  return {
    ...(from !== undefined && { from }),
    ...(senderName !== undefined && { senderName: oneLine(senderName) }),
    ...(replyTo !== undefined && { replyTo }),
  };
}

/**
 * Headers that other fields of an email make, or its mailer: recipients, senders, how the body is written. And those by
 * which some services take further recipients.
 */
const RESERVED_HEADER =
  /^(to|cc|bcc|from|sender|reply-to|return-path|subject|date|message-id|received|apparently-to|errors-to|dkim-signature|(resent|content|mime)-.*|x-smtpapi|x-msys-api|x-mc-bccaddress)$/i;

/** RFC 5322, 2.2: printable ASCII without a colon. */
const HEADER_NAME = /^[!-9;-~]{1,100}$/;

/** The headers that an override may set, and the names of those that it may not. */
export function headersOf(given: unknown): { headers?: Record<string, string>; refused: string[] } {
  if (!isObject(given)) return { refused: [] };
  const entries = Object.entries(textFields(given));
  const isAllowed = ([name]: [string, string]): boolean => HEADER_NAME.test(name) && !RESERVED_HEADER.test(name);
  const headers = entries.filter(isAllowed).map(([name, value]) => [name, oneLine(value)]);
  const refused = entries.filter((entry) => !isAllowed(entry)).map(([name]) => oneLine(name).slice(0, 100));
  return { headers: Object.fromEntries(headers), refused };
}

/** Without line breaks and other control characters: for whatever stands in a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** What the activity says about what was left out. */
export function leftOut(invalid: readonly string[], refusedHeaders: readonly string[]): OutcomeDetail[] {
  const details: OutcomeDetail[] = [];
  if (invalid.length > 0) {
    const raw = `no email address: ${invalid.join(', ')}`;
    details.push({ status: 'Warning', detail: 'Left out what is no email address', raw });
  }
  if (refusedHeaders.length > 0) {
    const raw = `not to be set as headers: ${refusedHeaders.slice(0, 20).join(', ')}`;
    details.push({ status: 'Warning', detail: 'Left out headers that have fields of their own', raw });
  }
  return details;
}

/** An email's HTML in its layout; `details` say why it goes out without one that was asked for. */
export type LaidOut = { ok: true; html: string; details: OutcomeDetail[] } | NotRendered;

/**
 * Puts the body of an email into its layout (behaviour L11). A layout that is unknown, or cannot take a body, is left out:
 * the email matters more. `spent`: steps that the body has taken. One that fails while it is rendered fails the step, as its own templates would.
 */
export async function inLayout(
  context: StepContext,
  { computation }: Pick<StepServices, 'computation'>,
  body: string,
  spent: number,
): Promise<LaidOut> {
  const { scope, step, missing } = context;
  const choice = layoutChoice(scope.event.overrides, step);
  if (choice === null) return { ok: true, html: body, details: [] };
  const layout = choice === undefined ? scope.sources.layouts.default : scope.sources.layouts.named.get(choice);
  if (!layout) return without(body, choice === undefined ? undefined : `Layout '${choice}' does not exist`);
  if (!layout.email || layout.email.body.trim() === '') return without(body, undefined);
  const rendered = await computation.run(
    layoutTask,
    {
      layout: layout.email.body,
      body,
      data: visibleData(context),
      texts: layoutTexts(scope.sources, layout, scope.subscriber.locale).contents,
      now: scope.now.getTime(),
      spent,
    },
    workOf(context),
  );
  for (const variable of rendered.missing) missing.add(describe(layout, variable));
  if (rendered.ok) return strictFailure(context) ?? { ok: true, html: rendered.html, details: [] };
  if ('unfit' in rendered) return without(body, describe(layout, rendered.unfit));
  return { ok: false, reason: 'template_error', error: describe(layout, describeTemplateError(rendered.failure)) };
}

function without(html: string, raw: string | undefined): LaidOut {
  const detail: OutcomeDetail[] =
    raw === undefined ? [] : [{ status: 'Warning', detail: 'Sent without its layout', raw }];
  return { ok: true, html, details: detail };
}

function describe({ layoutId }: Layout, problem: string): string {
  return `Layout '${layoutId}': ${problem}`;
}

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
