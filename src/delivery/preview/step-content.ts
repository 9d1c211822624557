import { emailContent } from '#libs/rendering/email/email-content.js';
import { inAppContent } from '#libs/rendering/in-app/in-app-content.js';
import { ContentError, textOf } from '#libs/rendering/in-app/content-error.js';
import type { StepType } from '../../workflows/steps/step-kinds.js';
import { renderedControls } from '../engine/steps/controls.js';
import { inLayout } from '../engine/steps/email.step.js';
import type { StepContext, StepServices } from '../engine/steps/step.js';

/**
 * The content that a step would deliver. `template`: a template cannot be rendered; `content`: the rendered content
 * cannot be sent; `bridge`: the application that has the step does not respond.
 */
export type StepContent =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; problem: 'template' | 'content' | 'bridge'; error: string };

type Kit = Pick<StepServices, 'computation'>;
type Contents = (context: StepContext, services: Kit) => Promise<StepContent>;

const CONTENTS: Record<StepType, Contents> = {
  in_app: (context, services) =>
    rendered(context, services, (values) => {
      const content = inAppContent(values, { schemes: context.scope.env.linkSchemes });
      if (content instanceof ContentError) throw content;
      return { ...content };
    }),
  email,
  sms: text,
  chat,
  tool: text,
  push: (context, services) =>
    rendered(context, services, ({ subject, body }) => ({
      subject: textOf(subject, 'subject'),
      body: textOf(body, 'body'),
    })),
  delay: controls,
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
  return { ok: true, value: { subject, body: laidOut.html } };
}

function text(context: StepContext, services: Kit): Promise<StepContent> {
  return rendered(context, services, ({ body }) => ({ body: textOf(body, 'body') }));
}

/** A message made of blocks is shown as a card, any other as a text. */
function chat(context: StepContext, services: Kit): Promise<StepContent> {
  return rendered(
    context,
    services,
    ({ body, card }) => (card === undefined ? { body: textOf(body, 'body') } : { card }),
    'chat',
  );
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
  blocks?: 'chat',
): Promise<StepContent> {
  const raw = context.step.type === 'http_request' ? 'responseBodySchema' : undefined;
  const values = await renderedControls(context, services, { raw, blocks });
  if (!values.ok) return { ok: false, problem: 'template', error: values.error };
  try {
    return { ok: true, value: content(values.values) };
  } catch (error) {
    if (error instanceof ContentError) return { ok: false, problem: 'content', error: error.message };
    throw error;
  }
}
