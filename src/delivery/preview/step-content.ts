import { emailContent } from '#libs/rendering/email/email-content.js';
import { withPreheader } from '#libs/rendering/email/preheader.js';
import { inAppContent } from '#libs/rendering/in-app/in-app-content.js';
import { ContentError, textOf } from '#libs/rendering/in-app/content-error.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { StepType } from '../../workflows/steps/step-kinds.js';
import { chatValues } from '../engine/steps/chat-bodies.js';
import { renderedControls } from '../engine/steps/controls.js';
import { inLayout } from '../engine/steps/email.step.js';
import { smsText } from '../engine/steps/message-steps.js';
import type { StepContext, StepServices } from '../engine/steps/step.js';
import { selectIntegration } from '../engine/targets/select-integration.js';
import { type ContentNotes, hintsOn, notesOn } from './content-notes.js';
import { type EmailKit, previewEmail } from './preview-email.js';

/**
 * The content that a step would deliver. `template`: a template cannot be rendered; `content`: the rendered content
 * cannot be sent; `bridge`: the application that has the step does not respond.
 */
export type StepContent =
  | { ok: true; value: Record<string, unknown>; notes?: ContentNotes }
  | { ok: false; problem: 'template' | 'content' | 'bridge'; error: string };

type Kit = Pick<StepServices, 'computation' | 'links'> & EmailKit;
type Contents = (context: StepContext, services: Kit) => Promise<StepContent>;

const CONTENTS: Record<StepType, Contents> = {
  in_app: (context, services) =>
    rendered(context, services, (values) => {
      const content = inAppContent(values, { schemes: context.scope.env.linkSchemes });
      if (content instanceof ContentError) throw content;
      return { ...content };
    }),
  email,
  sms,
  chat,
  tool: (context, services) => rendered(context, services, ({ body }) => ({ body: textOf(body, 'body') })),
  push,
  delay: controls,
  wait_until: controls,
  digest: controls,
  throttle: controls,
  http_request: controls,
  custom: controls,
};

/** Renders the content of a step as a delivery would, but without a recipient's address. */
export function stepContent(context: StepContext, services: Kit): Promise<StepContent> {
  return CONTENTS[context.step.type](context, services);
}

/** The body in its layout (behaviour L11). */
async function email(context: StepContext, services: Kit): Promise<StepContent> {
  const values = await renderedControls(context, services, { html: 'body', blocks: 'email' });
  if (!values.ok) return { ok: false, problem: 'template', error: values.error };
  const written = emailContent(values.values);
  if (!written.ok) return { ok: false, problem: 'content', error: written.error };
  const { subject, html } = written.value;
  const laidOut = await inLayout(context, services, html, values.spent);
  if (!laidOut.ok) return { ok: false, problem: 'template', error: laidOut.error };
  const { preheader } = values.values;
  const body = typeof preheader === 'string' ? withPreheader(laidOut.html, preheader) : laidOut.html;
  const shown = await previewEmail(context, services, { values: values.values, html: laidOut.html });
  return { ok: true, value: { subject, body }, notes: { ...hintsOn(laidOut.html), email: shown } };
}

/** With the size of the message as its integration sends it (behaviour M2). */
async function sms(context: StepContext, services: Kit): Promise<StepContent> {
  const content = await rendered(context, services, (values) => ({ body: smsText(values) }));
  if (!content.ok) return content;
  const integration = await selectIntegration(context.scope, 'sms', undefined);
  const sent = { channel: 'sms', to: '', body: textOf(content.value.body, 'body') } as const;
  return { ...content, notes: notesOn(sent, integration ? [integration] : []) };
}

async function push(context: StepContext, services: Kit): Promise<StepContent> {
  const content = await rendered(context, services, ({ subject, body }) => ({
    subject: textOf(subject, 'subject'),
    body: textOf(body, 'body'),
  }));
  if (!content.ok) return content;
  const [title, body] = [textOf(content.value.subject, 'subject'), textOf(content.value.body, 'body')];
  return { ...content, notes: notesOn({ channel: 'push', token: '', title, body }, integrationsOf(context, 'push')) };
}

/**
 * As the newest chat integration gets it, or as a plain text if there is none (behaviour K8). A message made of blocks is
 * shown as a card, any other as a text.
 */
async function chat(context: StepContext, services: Kit): Promise<StepContent> {
  const integrations = integrationsOf(context, 'chat');
  const providerId = integrations[0]?.providerId ?? '';
  const values = await chatValues(context, services, [providerId]);
  if (!values.ok) return { ok: false, problem: 'template', error: values.error };
  const { body: written, card } = values.of.get(providerId) ?? {};
  return attempt(() => {
    const body = textOf(written, 'body');
    const sent = { channel: 'chat', target: { kind: 'webhook', url: '' }, body } as const;
    return { ok: true, value: card === undefined ? { body } : { card }, notes: notesOn(sent, integrations) };
  });
}

function integrationsOf({ scope }: StepContext, channel: 'push' | 'chat'): Integration[] {
  return scope.integrations.filter((one) => one.channel === channel);
}

/** The rendered controls of a step that sends nothing. */
function controls(context: StepContext, services: Kit): Promise<StepContent> {
  return rendered(context, services, (values) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => key !== 'skip')),
  );
}

async function rendered(
  context: StepContext,
  services: Kit,
  content: (values: Readonly<Record<string, unknown>>) => Record<string, unknown>,
): Promise<StepContent> {
  const raw = context.step.type === 'http_request' ? 'responseBodySchema' : undefined;
  const values = await renderedControls(context, services, { raw });
  if (!values.ok) return { ok: false, problem: 'template', error: values.error };
  return attempt(() => ({ ok: true, value: content(values.values) }));
}

/** A content, or why it cannot be sent. */
function attempt(make: () => StepContent): StepContent {
  try {
    return make();
  } catch (error) {
    if (error instanceof ContentError) return { ok: false, problem: 'content', error: error.message };
    throw error;
  }
}
