import { isBlockBody } from '#libs/rendering/blocks/document.js';
import { emailDocument } from '#libs/rendering/blocks/email-document.js';
import { lookOf } from '#libs/rendering/blocks/look.js';
import { emailHints } from '#libs/rendering/email/email-hints.js';
import { withPreheader } from '#libs/rendering/email/preheader.js';
import { emailContent } from '#libs/rendering/email/email-content.js';
import { inlineStyles } from '#libs/rendering/email/styles/inline-styles.js';
import type { Layout } from '../../../layouts/layout.schema.js';
import { emailTextTask, layoutTask, stylesTask } from '../../../platform/computation/rendering.tasks.js';
import { derivedId } from '../../../platform/ids.js';
import { isObject } from '../../../platform/values/is-object.js';
import { mailAddressOf, mailboxTextOf } from '../../../subscribers/subscriber-limits.js';
import { channelOverride, mergedOverrides, textField, textFields } from '../targets/channel-overrides.js';
import { failoverIntegrations, selectIntegration } from '../targets/select-integration.js';
import { payloadRedirect } from '../targets/payload-redirect.js';
import { type OutcomeDetail, skipped, type StepOutcome } from '../step-outcome.js';
import {
  describeTemplateError,
  type NotRendered,
  renderedControls,
  strictFailure,
  templateFailure,
  visibleData,
  workOf,
} from './controls.js';
import { deliver, outcomeOf } from './deliver.js';
import { addressesOf, envelopesOf, isFurther } from './email-addresses.js';
import { invalidAddress, missingAddress, noContent, noIntegration } from './unsendable.js';
import type { StepContext, StepServices } from './step.js';
import { reachOf } from './suppression.js';
import { unsubscribeHeaders, withLinks } from './links.js';
import { layoutChoice, layoutTexts, workflowTexts } from '../rendering/rendering-sources.js';
import type { RunScope } from '../run-input.js';
import type { OutgoingEmail } from '../step-effects.js';
import { trackingOf } from './email-tracking.js';

type Fields = Readonly<Record<string, unknown>>;

/** Sends an email (behaviour E1, E2, L4): variables in the body are escaped as HTML; the other controls are plain text. */
export async function executeEmailStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { step, scope } = context;
  const { overrides: asked, attachments } = scope.event;
  const { integrationIdentifier } = channelOverride(asked, 'email');
  const integration = await selectIntegration(scope, 'email', integrationIdentifier);
  if (!integration) return noIntegration(context, 'email', integrationIdentifier);
  const overrides = mergedOverrides(asked, 'email', step.stepId, integration.providerId);
  const redirect = payloadRedirect(scope, 'email');
  const { invalid, isReplaced, ...addresses } = addressesOf(scope, overrides, redirect.to);
  const { to, cc, bcc } = addresses;
  const all = to.length > 0 || isReplaced ? [...to, ...cc, ...bcc] : [];
  if (all.length === 0) {
    if (invalid.length > 0) return invalidAddress(invalid);
    return isReplaced ? noRecipient() : missingAddress('email address');
  }
  const reach = await reachOf(context, services, { channel: 'email', addresses: all, overrides: [overrides] });
  if (reach.skipped) return reach.skipped;
  const reached = { to: to.filter(reach.to), cc: cc.filter(reach.to), bcc: bcc.filter(reach.to) };
  const controls = await renderedControls(context, services, { html: 'body', blocks: 'email' });
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
  const { headers: ownHeaders, refused } = headersOf(overrides.headers);
  const headers = { ...ownHeaders, ...(await unsubscribeHeaders(context, services, ownHeaders)) };
  const shown = isFinal ? html : await styled(context, services, html);
  const preheader = given === undefined ? textField(controls.values, 'preheader') : undefined;
  const content: Omit<OutgoingEmail, 'to' | 'cc' | 'bcc'> = {
    channel: 'email',
    subject: oneLine(textField(overrides, 'subject') ?? written.value.subject),
    html: preheader === undefined ? shown : withPreheader(shown, preheader),
    text: textField(overrides, 'text') ?? (await services.computation.run(emailTextTask, html, workOf(context))),
    ...sender,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...textFields({ ipPoolName: overrides.ipPoolName }),
    ...(isObject(overrides.customData) && { customData: overrides.customData }),
    ...(attachments && attachments.length > 0 && { attachments }),
  };
  const others = await failoverIntegrations(context.scope, integration, integrationIdentifier);
  const isTracked = controls.values.disableTracking !== true;
  const tracking = await trackingOf(context, services, content.html, isTracked ? [integration, ...others] : []);
  const delivered = await Promise.all(
    envelopesOf(reached).map((envelope) =>
      deliver(context, services, {
        channel: 'email',
        integration,
        others,
        contents: [{ ...content, ...envelope }],
        overrides,
        ...(tracking.links && { links: tracking.links }),
        ...(isFurther(envelope, addresses) && { target: derivedId(integration._id, 'bcc', envelope.to[0]!) }),
        errorId: 'mail_unexpected_error',
      }),
    ),
  );
  // Details about layout and addresses were recorded at the first attempt.
  const own = context.wait
    ? []
    : [
        ...redirect.details,
        ...leftOut(invalid, refused),
        ...laidOut.details,
        ...hintsAbout(html, tracking.growth),
        ...tracking.details,
      ];
  const [first, ...rest] = delivered;
  return outcomeOf(context, [{ ...first!, details: [...own, ...reach.details, ...first!.details] }, ...rest]);
}

function noRecipient(): StepOutcome {
  const raw = 'overrides.email.replaceToRecipient is set, and to, cc and bcc name nobody';
  return skipped('no_recipient', 'Step skipped: the trigger leaves nobody to send to', { raw });
}

/** Sender and reply-to address; values that are not a single address are left out and added to `invalid`. */
export function senderOf(
  controls: Fields,
  overrides: Fields,
  invalid: string[],
): Pick<OutgoingEmail, 'from' | 'senderName' | 'replyTo'> {
  const control = isObject(controls.from) && controls.useProviderDefaults !== true ? controls.from : {};
  const address = (
    [override, own]: readonly [string | undefined, string | undefined],
    field: string,
    read: (text: string) => string | undefined,
  ): string | undefined => {
    const text = override ?? own;
    const found = text === undefined ? undefined : read(text);
    if (text !== undefined && found === undefined)
      invalid.push(override === undefined ? field : `overrides.email.${field}`);
    return found;
  };
  const from = address([textField(overrides, 'from'), textField(control, 'email')], 'from', mailAddressOf);
  const replyTo = address([textField(overrides, 'replyTo'), textField(controls, 'replyTo')], 'replyTo', mailboxTextOf);
  const senderName = textField(overrides, 'senderName') ?? textField(control, 'name');
  return {
    ...(from !== undefined && { from }),
    ...(senderName !== undefined && { senderName: oneLine(senderName) }),
    ...(replyTo !== undefined && { replyTo }),
  };
}

/**
 * Headers that are set from other fields of an email or by the mailer: recipients, senders, encoding of the body. And those
 * with which some services accept further recipients.
 */
const RESERVED_HEADER =
  /^(to|cc|bcc|from|sender|reply-to|return-path|subject|date|message-id|received|apparently-to|errors-to|dkim-signature|(resent|content|mime)-.*|x-smtpapi|x-msys-api|x-mc-bccaddress)$/i;

/** RFC 5322, 2.2: printable ASCII without a colon. */
const HEADER_NAME = /^[!-9;-~]{1,100}$/;

/** The allowed headers of an override, and the names of the refused ones. */
function headersOf(given: unknown): { headers?: Record<string, string>; refused: string[] } {
  if (!isObject(given)) return { refused: [] };
  const entries = Object.entries(textFields(given));
  const isAllowed = ([name]: [string, string]): boolean => HEADER_NAME.test(name) && !RESERVED_HEADER.test(name);
  const headers = entries.filter(isAllowed).map(([name, value]) => [name, oneLine(value)]);
  const refused = entries.filter((entry) => !isAllowed(entry)).map(([name]) => oneLine(name).slice(0, 100));
  return { headers: Object.fromEntries(headers), refused };
}

/** The text without line breaks and other control characters, for values in headers. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** Details about addresses and headers that were left out. */
function leftOut(invalid: readonly string[], refusedHeaders: readonly string[]): OutcomeDetail[] {
  const details: OutcomeDetail[] = [];
  if (invalid.length > 0) {
    const raw = `no email address: ${invalid.join(', ')}`;
    details.push({ status: 'Warning', detail: 'Left out what is not an email address', raw });
  }
  if (refusedHeaders.length > 0) {
    const raw = `not to be set as headers: ${refusedHeaders.slice(0, 20).join(', ')}`;
    details.push({ status: 'Warning', detail: 'Left out headers that have fields of their own', raw });
  }
  return details;
}

/** What is conspicuous about this email, and not about all of its step (behaviour E13). */
function hintsAbout(html: string, growth: number): OutcomeDetail[] {
  return emailHints(html, growth).ofData.map((raw) => ({ status: 'Warning', detail: 'Look at the content', raw }));
}

/** The HTML of an email in its layout; `details` say why it is sent without the layout it names. */
type LaidOut = { ok: true; html: string; details: OutcomeDetail[] } | NotRendered;

/**
 * Puts the body of an email into its layout (behaviour L11). A layout that does not exist, or cannot include a body, is left
 * out, because the email is more important. A layout that fails to render fails the step, as the step's own templates do.
 * `spent`: render steps that the body has used.
 */
export async function inLayout(
  context: StepContext,
  services: Pick<StepServices, 'computation' | 'links'>,
  body: string,
  spent: number,
): Promise<LaidOut> {
  const { scope, step, missing } = context;
  const choice = layoutChoice(scope.event.overrides, step);
  // Blocks are compiled to content, which needs a document around it where there is no layout.
  const alone =
    isBlockBody(step.controlValues) && !context.isRendered
      ? emailDocument(body, lookOf(scope.env.brand), languageOf(scope))
      : body;
  if (choice === null) return { ok: true, html: alone, details: [] };
  const layout = choice === undefined ? scope.sources.layouts.default : scope.sources.layouts.named.get(choice);
  if (!layout) return without(alone, choice === undefined ? undefined : `Layout '${choice}' does not exist`);
  if (!layout.email || layout.email.body.trim() === '') return without(alone, undefined);
  const texts = layoutTexts(scope.sources, layout, scope.subscriber.locale);
  const rendered = await services.computation.run(
    layoutTask,
    {
      layout: layout.email.body,
      body,
      data: await withLinks(context, services, visibleData(context), layout.email, ...texts.contents),
      texts,
      now: scope.now.getTime(),
      spent,
      locale: languageOf(scope) ?? (texts.contents.length > 0 ? texts.locale : undefined),
    },
    workOf(context),
  );
  for (const variable of rendered.missing) missing.add(describe(layout, variable));
  if (rendered.ok) return strictFailure(context) ?? { ok: true, html: rendered.html, details: [] };
  if ('unfit' in rendered) return without(alone, describe(layout, rendered.unfit));
  return { ok: false, reason: 'template_error', error: describe(layout, describeTemplateError(rendered.failure)) };
}

/** The language of an email, where the workflow is translated. */
function languageOf({ sources, workflow, subscriber }: RunScope): string | undefined {
  const { contents, locale } = workflowTexts(sources, workflow, subscriber.locale);
  return contents.length > 0 ? locale : undefined;
}

function without(html: string, raw: string | undefined): LaidOut {
  const detail: OutcomeDetail[] =
    raw === undefined ? [] : [{ status: 'Warning', detail: 'Sent without its layout', raw }];
  return { ok: true, html, details: detail };
}

function describe({ layoutId }: Layout, problem: string): string {
  return `Layout '${layoutId}': ${problem}`;
}

/** Inlines the styles. The result is cached for all events, so the work is not attributed to this event. */
function styled({ run }: StepContext, { computation }: StepServices, html: string): Promise<string> {
  const work = { environmentId: run.environmentId.toHexString() };
  return inlineStyles(html, (apart) => computation.run(stylesTask, apart, work));
}

/** HTML of the trigger is sent as it is, without a layout (behaviour E2). */
function asWritten(html: string): LaidOut {
  return { ok: true, html, details: [] };
}
