import type { Allowance } from '#libs/computation/allowance.js';
import type { Task } from '#libs/computation/task.js';
import { frameBody, takesContent } from '#libs/rendering/email/email-layout.js';
import { plainText, plainTextCost } from '#libs/rendering/email/plain-text.js';
import type { HtmlSkeleton } from '#libs/rendering/email/styles/html-skeleton.js';
import { applyStyles, type StyledSkeleton } from '#libs/rendering/email/styles/inline-styles.js';
import { createTemplateEngines, type TemplateScope } from '#libs/rendering/liquid-engine.js';
import { analysisCost } from '#libs/rendering/reading-cost.js';
import { RenderBudget } from '#libs/rendering/render-budget.js';
import { type ControlValues, renderControls } from '#libs/rendering/render-controls.js';
import { defaultRenderLimits } from '#libs/rendering/render-limits.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import { translationKeys } from '#libs/rendering/translations/missing-keys.js';
import { Translations } from '#libs/rendering/translations/translations.js';

/** What templates are rendered with: plain data that another process can be given. */
export interface TemplateInput {
  data: TemplateScope;
  /** Texts that templates read as `t`, best language first; without them `t` is a name like others. */
  texts?: readonly Readonly<Record<string, unknown>>[];
  /** The time that `now` stands for, in milliseconds. */
  now: number;
  /** Steps that the same message has taken before. */
  spent?: number;
}

export interface ControlsInput extends TemplateInput {
  values: ControlValues;
  /** The control whose result is HTML. */
  html?: string;
  /** Controls that are no templates: they and all that begins with them. */
  verbatim: readonly string[];
}

/** What went wrong in a template, and where. */
export type TemplateFailure = Pick<TemplateError, 'message' | 'reason' | 'line' | 'column' | 'control'>;

/** `missing`: variables that were printed although the data have none, by the path of their control. */
export type RenderedControls = { missing: string[] } & (
  { ok: true; values: Record<string, unknown>; spent: number } | { ok: false; failure: TemplateFailure }
);

export interface LayoutInput extends TemplateInput {
  layout: string;
  body: string;
}

export type RenderedLayout = { missing: string[] } & (
  { ok: true; html: string } | { ok: false; failure: TemplateFailure } | { ok: false; unfit: string }
);

let now = 0;
/** Each process has its own; rendering is synchronous, so that one time does for all. */
export const engines = createTemplateEngines({ now: () => new Date(now) });

/** The scope of a rendering, and its steps. */
export function renderingOf(
  { data, texts, now: at, spent }: TemplateInput,
  allowance: Allowance,
): { scope: TemplateScope; budget: RenderBudget } {
  now = at;
  return {
    scope: texts ? { ...data, t: new Translations(texts) } : data,
    budget: new RenderBudget(defaultRenderLimits, allowance, spent),
  };
}

/** Control values of a step with their templates rendered. */
export const controlsTask: Task<ControlsInput, RenderedControls> = {
  name: 'controls',

  run({ values, html, verbatim, ...input }, allowance) {
    const { scope, budget } = renderingOf(input, allowance);
    const missing = new Set<string>();
    const modeOf = (path: string) => {
      if (verbatim.some((name) => path.startsWith(name))) return 'verbatim';
      return path === html ? 'html' : 'plain';
    };
    const rendered = renderControls(values, scope, engines, modeOf, budget, (variable, control) =>
      missing.add(`${control}: ${variable}`),
    );
    if (rendered instanceof TemplateError) return { ok: false, failure: failureOf(rendered), missing: [...missing] };
    return { ok: true, values: rendered, spent: budget.used, missing: [...missing] };
  },
  ended: (why) => ({ ok: false, failure: endedRendering(why), missing: [] }),
};

/** The body of an email in its layout. */
export const layoutTask: Task<LayoutInput, RenderedLayout> = {
  name: 'layout',

  run({ layout: template, body, ...input }, allowance) {
    const { scope, budget } = renderingOf(input, allowance);
    const missing = new Set<string>();
    try {
      const framed = frameBody(template, body, scope, engines.html, budget, (variable) => missing.add(variable));
      if (!framed.ok) return { ok: false, unfit: framed.error, missing: [...missing] };
      return { ok: true, html: framed.html, missing: [...missing] };
    } catch (error) {
      if (error instanceof TemplateError) return { ok: false, failure: failureOf(error), missing: [...missing] };
      throw error;
    }
  },
  ended: (why) => ({ ok: false, failure: endedRendering(why), missing: [] }),
};

/** The text of an HTML document, for readers without HTML. */
export const emailTextTask: Task<string, string> = {
  name: 'emailText',

  run(html, allowance) {
    allowance.spend(plainTextCost(html));
    return plainText(html);
  },
  ended: () => '',
};

/** The styles of a document's tags. They stay as they are when they take too long: the email matters more than its looks. */
export const stylesTask: Task<HtmlSkeleton, StyledSkeleton> = {
  name: 'styles',
  run: applyStyles,
  ended: () => null,
};

/** Whether the body of a layout has a place for the content, or why it cannot be read. */
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

/** A template that was ended from outside. */
function endedRendering(why: string): TemplateFailure {
  return { message: `The template ${why}`, reason: 'limit' };
}

/** The same as a value that a process can hand out. */
function failureOf({ message, reason, line, column, control }: TemplateError): TemplateFailure {
  return { message, reason, line, column, control };
}
