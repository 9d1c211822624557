import type { Allowance, Task } from '#libs/computation/task.js';
import { chatEscape } from '#libs/providers/chat/escape.js';
import { compileCard, readCard } from '#libs/rendering/blocks/card.js';
import { isBlockBody } from '#libs/rendering/blocks/document.js';
import { type CompiledBlocks, compileEmail, errorInBlocks } from '#libs/rendering/blocks/email.js';
import { lookOf } from '#libs/rendering/blocks/look.js';
import type { BlockWarning } from '#libs/rendering/blocks/compilation.js';
import { emailDocument } from '#libs/rendering/blocks/email-document.js';
import { frameBody, takesContent } from '#libs/rendering/email/email-content.js';
import { type EmailLinks, emailLinks, emailLinksCost } from '#libs/rendering/email/email-links.js';
import { plainText, plainTextCost } from '#libs/rendering/email/plain-text.js';
import type { HtmlSkeleton } from '#libs/rendering/email/styles/html-skeleton.js';
import { applyStyles, type StyledSkeleton } from '#libs/rendering/email/styles/inline-styles.js';
import { textOf } from '#libs/rendering/in-app/content-error.js';
import { createTemplateEngines, type TemplateScope } from '#libs/rendering/liquid-engine.js';
import { analysisCost, defaultRenderLimits, RenderBudget } from '#libs/rendering/render-limits.js';
import { type ControlValues, type FieldMode, renderControls } from '#libs/rendering/render-controls.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import { Translations } from '#libs/rendering/translations/translations.js';
import { translationKeys } from '#libs/rendering/translations/missing-keys.js';

/** The input of a rendering: plain data that can be sent to another process. */
export interface TemplateInput {
  data: TemplateScope;
  /** Translations that templates read as `t`, best language first; without them `t` is an ordinary variable. */
  texts?: Pick<Translations, 'contents' | 'locale'>;
  /** The value of `now`, in milliseconds. */
  now: number;
  /** Steps that the same message has already taken. */
  spent?: number;
}

export interface ControlsInput extends TemplateInput {
  values: ControlValues;
  /** The control whose result is HTML. */
  html?: string;
  /** The chat provider that reads the body: what variables print in it has no markup and mentions there. */
  chat?: string;
  /** What a body that is a document of blocks is compiled to. */
  blocks?: 'email' | 'chat';
  /** Paths of controls that are not templates, including all paths that begin with them. */
  raw: readonly string[];
}

/** An error in a template, and its place. */
export type TemplateFailure = Pick<TemplateError, 'message' | 'reason' | 'line' | 'column' | 'control'>;

/** `missing`: variables that were printed but do not exist in the data, each after the path of its control. */
export type RenderedControls = { missing: string[] } & (
  | { ok: true; values: ControlValues; spent: number }
  | { ok: false; failure: TemplateFailure }
);

export interface LayoutInput extends TemplateInput {
  layout: string;
  body: string;
  /** The language of the body, if it is known. */
  locale?: string;
}

export type RenderedLayout = { missing: string[] } & (
  | { ok: true; html: string }
  | { ok: false; failure: TemplateFailure }
  | { ok: false; unfit: string }
);

let now = 0;
let escapeChat: ReturnType<typeof chatEscape>;
/** Rendering is synchronous, so one variable for the current time, and for the current service, is enough in each process. */
export const engines = createTemplateEngines({
  now: () => new Date(now),
  escapeChat: (text) => escapeChat?.(text) ?? text,
});

/** The scope and the budget of a rendering. */
export function renderingOf(
  { data, texts, now: at, spent }: TemplateInput,
  allowance: Allowance,
): { scope: TemplateScope; budget: RenderBudget } {
  now = at;
  return {
    scope: texts ? { ...data, t: new Translations(texts.contents, texts.locale) } : data,
    budget: new RenderBudget(defaultRenderLimits, allowance, spent),
  };
}

/** Renders the templates in the control values of a step. */
export const controlsTask: Task<ControlsInput, RenderedControls> = {
  name: 'controls',

  run({ values: given, html, chat, blocks, raw, ...input }, allowance) {
    const { scope, budget } = renderingOf(input, allowance);
    const missing = new Set<string>();
    const compiled = blocks && bodyInBlocks(given, blocks, budget, scope['brand']);
    if (compiled instanceof TemplateError) return { ok: false, failure: failureOf(compiled), missing: [] };
    const values = compiled ? { ...given, body: compiled.template } : given;
    escapeChat = chat === undefined ? undefined : chatEscape(chat);
    const modeOf = modesOf({ [html ?? '']: 'html', ...(chat !== undefined && { body: 'chat' }) }, raw);
    const rendered = renderControls(values, scope, engines, modeOf, budget, (variable, control) =>
      missing.add(`${control}: ${variable}`),
    );
    if (rendered instanceof TemplateError) {
      const error = compiled && rendered.control === 'body' ? errorInBlocks(rendered, compiled) : rendered;
      return { ok: false, failure: failureOf(error), missing: [...missing] };
    }
    const done = compiled && blocks === 'chat' ? withCard(rendered) : rendered;
    return { ok: true, values: done, spent: budget.used, missing: [...missing] };
  },
  ended: (why) => ({ ok: false, failure: endedRendering(why), missing: [] }),
};

/** `modes`: of the fields that are not plain, by path; `raw`: beginnings of the paths that are not rendered. */
function modesOf(modes: Readonly<Record<string, FieldMode>>, raw: readonly string[]): (path: string) => FieldMode {
  return (path) => {
    if (raw.some((name) => path.startsWith(name))) return 'raw';
    return Object.hasOwn(modes, path) ? modes[path]! : 'plain';
  };
}

/** The template for a body that is a document of blocks, or why there is none; undefined for any other body. */
function bodyInBlocks(
  values: ControlValues,
  blocks: 'email' | 'chat',
  budget: RenderBudget,
  brand: unknown,
): CompiledBlocks | TemplateError | undefined {
  if (!isBlockBody(values)) return undefined;
  const foresee = (steps: number): void => budget.foresee(steps);
  try {
    return blocks === 'email' ? compileEmail(values.body, foresee, lookOf(brand)) : compileCard(values.body, foresee);
  } catch (error) {
    if (error instanceof TemplateError) return new TemplateError(error.message, error.reason, { control: 'body' });
    throw error;
  }
}

/** The body of a chat message as a text, and as a card. */
function withCard(rendered: ControlValues): ControlValues {
  const { card, text } = readCard(textOf(rendered['body'], 'body'));
  return { ...rendered, body: text, card };
}

/** A document of blocks as an HTML template, as a whole HTML document or as the content of one; or why it cannot be one. */
export const blocksHtmlTask: Task<
  { body: string; document: boolean; brand?: unknown },
  { html: string; warnings: BlockWarning[] } | { failure: string }
> = {
  name: 'blocksHtml',

  run({ body, document, brand }, allowance) {
    try {
      const look = lookOf(brand);
      const { template, warnings } = compileEmail(body, (steps) => allowance.spend(steps), look);
      return { html: document ? emailDocument(template, look) : template.trim(), warnings: [...warnings] };
    } catch (error) {
      if (error instanceof TemplateError) return { failure: error.message };
      throw error;
    }
  },
  ended: (why) => ({ failure: `The document ${why}` }),
};

/** Puts the body of an email into its layout. */
export const layoutTask: Task<LayoutInput, RenderedLayout> = {
  name: 'layout',

  run({ layout: template, body, locale, ...input }, allowance) {
    const { scope, budget } = renderingOf(input, allowance);
    const missing = new Set<string>();
    try {
      const onMissing = (variable: string) => missing.add(variable);
      const framed = frameBody(template, body, scope, engines.html, budget, onMissing, locale);
      if (!framed.ok) return { ok: false, unfit: framed.error, missing: [...missing] };
      return { ok: true, html: framed.html, missing: [...missing] };
    } catch (error) {
      if (error instanceof TemplateError) return { ok: false, failure: failureOf(error), missing: [...missing] };
      throw error;
    }
  },
  ended: (why) => ({ ok: false, failure: endedRendering(why), missing: [] }),
};

/** The plain text of an HTML document, for email clients without HTML. */
export const emailTextTask: Task<string, string> = {
  name: 'emailText',

  run(html, allowance) {
    allowance.spend(plainTextCost(html));
    return plainText(html);
  },
  ended: () => '',
};

/** The links of an email that may be tracked. When that takes too long, it is sent without. */
export const emailLinksTask: Task<string, EmailLinks | undefined> = {
  name: 'emailLinks',

  run(html, allowance) {
    allowance.spend(emailLinksCost(html));
    return emailLinks(html);
  },
  ended: () => undefined,
};

/** Inlines the styles of a document. When that takes too long, the email is sent without it. */
export const stylesTask: Task<HtmlSkeleton, StyledSkeleton> = {
  name: 'styles',
  run: applyStyles,
  ended: () => null,
};

/** Whether the body of a layout has a place for the content, or why it cannot be parsed. */
export const layoutContentTask: Task<string, { takesContent: boolean } | { failure: TemplateFailure }> = {
  name: 'layoutContent',
  run(body, allowance) {
    allowance.spend(analysisCost(body));
    try {
      return { takesContent: takesContent(body) };
    } catch (error) {
      if (error instanceof TemplateError) return { failure: failureOf(error) };
      throw error;
    }
  },
  ended: (why) => ({ failure: endedRendering(why) }),
};

/** The keys that templates look up in their translations. */
export const translationKeysTask: Task<unknown, string[]> = {
  name: 'translationKeys',
  run(templates, allowance) {
    allowance.spend(analysisCost(templates));
    return translationKeys(templates);
  },
  ended: () => [],
};

/** The failure of a template whose process was ended. */
function endedRendering(why: string): TemplateFailure {
  return { message: `The template ${why}`, reason: 'limit' };
}

/** The error as plain data. */
function failureOf({ message, reason, line, column, control }: TemplateError): TemplateFailure {
  return { message, reason, line, column, control };
}
