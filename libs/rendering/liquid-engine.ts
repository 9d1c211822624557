import { Liquid, toValueSync, type Template } from 'liquidjs';
import { filterProblem } from './filter-problems.js';
import { registerFilters } from './filters/register-filters.js';
import { BoundedContext } from './liquid/bounded-context.js';
import { BoundedEmitter } from './liquid/bounded-emitter.js';
import { boundFilters } from './liquid/bounded-filters.js';
import { boundedOperators } from './liquid/bounded-operators.js';
import { boundedTags } from './liquid/bounded-tags.js';
import { BoundedParser } from './liquid/bounded-parser.js';
import { escapeOutput, rawFilter } from './liquid/escape-output.js';
import { filterUses } from './liquid/filter-calls.js';
import { watchOutputs } from './liquid/missing-variables.js';
import { prepareTemplates } from './liquid/prepare-templates.js';
import { RenderWork } from './liquid/render-work.js';
import { type RenderPart, TranslatedText } from './liquid/translated-text.js';
import { readingCost } from './reading-cost.js';
import { RenderBudget } from './render-budget.js';
import { defaultRenderLimits, type RenderLimits } from './render-limits.js';
import { TemplateCache } from './template-cache.js';
import { TemplateError } from './template-error.js';
import type { TemplateMode } from './template-mode.js';
import { toTemplateError } from './to-template-error.js';
import { Translations } from './translations/translations.js';

export type { TemplateMode };

/**
 * What templates can name: `subscriber`, `payload`, `steps` and so on (L1). Plain data, never changed by a rendering; a
 * member may be `Translations`.
 */
export type TemplateScope = Readonly<Record<string, unknown>>;

/** Settings of an engine. */
export interface EngineOptions {
  /** Limits that differ from `defaultRenderLimits`. */
  limits?: Partial<RenderLimits>;
  /** The time `"now"` stands for in date filters. Default: the system's clock. */
  now?: () => Date;
}

/** Settings of one rendering. */
export interface RenderOptions {
  /** Path of the control the template belongs to; an error names it. */
  control?: string;
  /** The steps that are left to it, if it shares them with other renderings. Default: all that the engine allows. */
  budget?: RenderBudget;
  /** Told each variable that is printed although the data have no such path, as the template spells it. */
  onMissing?: (variable: string) => void;
}

/** Tags that read other templates. There are none to read, and no template may touch the file system. */
const fileTags = ['include', 'render', 'layout', 'block'];

/**
 * Renders Liquid templates that nobody has vetted, with data nobody has vetted: bounded in work, memory and length, without
 * access to files or to anything but own properties of the data. The bounds are counts, the same on every machine.
 *
 * Dates are printed in UTC and in English unless the template names a zone.
 */
export class LiquidEngine {
  /** The limits in force. */
  readonly limits: Readonly<RenderLimits>;
  private readonly liquid: Liquid;
  private readonly cache: TemplateCache<Template[]>;
  /** Rendering is synchronous, so that one mark does for all. */
  private translating = false;

  constructor(
    readonly mode: TemplateMode,
    options: EngineOptions = {},
  ) {
    this.limits = { ...defaultRenderLimits, ...options.limits };
    const { memory, templateLength, outputLength } = this.limits;
    this.liquid = new Liquid({
      templates: {},
      ownPropertyOnly: true,
      strictFilters: true,
      parseLimit: templateLength,
      operators: boundedOperators(),
      timezoneOffset: 0,
      locale: 'en-US',
      outputEscape: mode === 'html' ? escapeOutput(outputLength) : undefined,
    });
    for (const name of fileTags) {
      Reflect.deleteProperty(this.liquid.tags, name);
    }
    for (const [name, tag] of Object.entries(boundedTags)) {
      this.liquid.registerTag(name, tag);
    }
    registerFilters(this.liquid, options.now ?? (() => new Date()), memory);
    if (mode === 'html') this.liquid.registerFilter('raw', rawFilter);
    boundFilters(this.liquid);
    this.cache = new TemplateCache(this.limits.cachedTemplates, this.limits.cachedLength);
  }

  /** How many compiled templates are kept now. */
  get compiledTemplates(): number {
    return this.cache.size;
  }

  /**
   * The text of a template for this data. A missing variable prints nothing (L2).
   *
   * @throws TemplateError for invalid syntax, an exceeded limit, or data a filter cannot handle.
   */
  render(text: string, scope: TemplateScope, options: RenderOptions = {}): string {
    if (!isTemplate(text)) {
      return this.checkedLength(text, options.control);
    }
    const budget = options.budget ?? new RenderBudget(this.limits);
    const templates = this.compile(text, options.control, budget);
    const work = new RenderWork(budget, this.limits.memory);
    try {
      work.readTemplate(text.length);
      const context = new BoundedContext(this.environmentOf(scope), this.liquid.options, work, this.liquid);
      context.onMissing = options.onMissing;
      const emitter = new BoundedEmitter(this.limits.outputLength, (length) => work.walkText(length));
      toValueSync(this.liquid.renderer.renderTemplates(templates, context, emitter));
      return emitter.buffer;
    } catch (error) {
      throw toTemplateError(error, 'data', options.control);
    }
  }

  /**
   * Checks that a template can be read, without rendering it.
   *
   * @throws TemplateError if it cannot.
   */
  check(text: string, control?: string): void {
    if (isTemplate(text)) {
      this.compile(text, control);
    } else {
      this.checkedLength(text, control);
    }
  }

  /**
   * The paths a template reads from its data, each once and as its segments. Names the template defines itself
   * (`assign`, the variable of a `for`) are not among them. A segment only known while rendering, as in
   * `payload.items[payload.index]`, is `*`.
   *
   * @throws TemplateError if the template cannot be read.
   */
  variables(text: string): string[][] {
    if (!isTemplate(text)) {
      return [];
    }
    const templates = this.compile(text);
    try {
      return this.liquid
        .globalVariableSegmentsSync(templates)
        .map((segments) => segments.map((segment) => (Array.isArray(segment) ? '*' : String(segment))));
    } catch (error) {
      throw toTemplateError(error, 'syntax');
    }
  }

  /**
   * What is wrong with the arguments of filters, as far as the template tells without data.
   *
   * @throws TemplateError if the template cannot be read.
   */
  filterProblems(text: string): string[] {
    if (!isTemplate(text)) return [];
    return filterUses(this.compile(text)).flatMap((use) => filterProblem(use) ?? []);
  }

  /** `increment` writes into the outermost scope, so that one is a copy; `assign` and `capture` have their own. */
  private environmentOf(scope: TemplateScope): object {
    const environment = Object.assign(Object.create(null) as Record<string, unknown>, scope);
    for (const [name, value] of Object.entries(scope)) {
      if (value instanceof Translations) environment[name] = new TranslatedText(value, this.renderPart);
    }
    return environment;
  }

  /**
   * Renders a text of a translation as a template of its own: it reads what the template around it reads, but changes
   * nothing there, and its result is never read as a template again. Steps and memory are those of the whole rendering.
   * Undefined inside another translation: they do not read each other, so that none is endless.
   */
  private readonly renderPart: RenderPart = (text, context, mode, key) => {
    if (this.translating) return undefined;
    if (!isTemplate(text)) return text;
    this.translating = true;
    try {
      const variables = context.getAll();
      context.work.walkShallow(variables);
      context.work.readTemplate(text.length);
      const own = context.spawn(variables);
      own.escapes = mode === 'html';
      const emitter = new BoundedEmitter(this.limits.outputLength, (length) => context.work.use(length));
      toValueSync(
        this.liquid.renderer.renderTemplates(this.compile(text, undefined, context.work.budget), own, emitter),
      );
      return emitter.buffer;
    } catch (error) {
      const { message, reason } = toTemplateError(error, 'data');
      throw new TemplateError(`Translation '${key}': ${message}`, reason);
    } finally {
      this.translating = false;
    }
  };

  private compile(text: string, control?: string, budget?: RenderBudget): Template[] {
    try {
      return this.cache.getOrMake(text, (source) => {
        this.checkSize(source, control);
        budget?.foresee(readingCost(source));
        const templates = new BoundedParser(this.liquid).parse(source);
        prepareTemplates(templates);
        watchOutputs(templates, this.liquid);
        return templates;
      });
    } catch (error) {
      throw toTemplateError(error, 'syntax', control);
    }
  }

  private checkSize(text: string, control?: string): void {
    const { templateLength, tags } = this.limits;
    if (text.length > templateLength) {
      throw new TemplateError(`The template is longer than ${templateLength} characters`, 'limit', { control });
    }
    if (countTags(text, tags) > tags) {
      throw new TemplateError(`The template has more than ${tags} outputs and tags`, 'limit', { control });
    }
  }

  private checkedLength(text: string, control?: string): string {
    const { outputLength } = this.limits;
    if (text.length > outputLength) {
      throw new TemplateError(`The text is longer than ${outputLength} characters`, 'limit', { control });
    }
    return text;
  }
}

/** The two engines a delivery needs, with the same settings. */
export type TemplateEngines = Readonly<Record<TemplateMode, LiquidEngine>>;

/** Makes the two engines. They keep compiled templates, so make them once and share them. */
export function createTemplateEngines(options: EngineOptions = {}): TemplateEngines {
  return { html: new LiquidEngine('html', options), plain: new LiquidEngine('plain', options) };
}

/** Whether a text has anything to render; most controls do not. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

/** Reading takes time in proportion to the square of the number of tags, so it is bounded before reading begins. */
function countTags(text: string, limit: number): number {
  const opening = /\{%-?\s*liquid\b/.test(text) ? /\{[{%]|\n/g : /\{[{%]/g;
  let count = 0;
  while (count <= limit && opening.test(text)) {
    count += 1;
  }
  return count;
}
