import { Liquid, Tag, type Template, toValueSync } from 'liquidjs';
import { filterProblem, filterUses } from './filters/filter-problems.js';
import { registerFilters } from './filters/filters.js';
import { boundedOperators, boundFilters } from './liquid/bounded-filters.js';
import { BoundedParser, boundedTags } from './liquid/bounded-parser.js';
import { BoundedContext, BoundedEmitter, RenderWork } from './liquid/bounded-rendering.js';
import { escapeHtml } from './escape-html.js';
import { type Escape, escapeOutput, rawFilter, type TemplateMode } from './liquid/escape-output.js';
import { SafeTag } from './liquid/safe-tag.js';
import { prepareTemplates, watchOutputs } from './liquid/prepare-templates.js';
import { type RenderPart, TranslatedText } from './liquid/translated-text.js';
import { defaultRenderLimits, readingCost, RenderBudget, type RenderLimits } from './render-limits.js';
import { TemplateCache } from './template-cache.js';
import { TemplateError, toTemplateError } from './template-error.js';
import { Translations } from './translations/translations.js';

/**
 * The variables of templates: `subscriber`, `payload`, `steps` and so on (L1). Plain data that a rendering never
 * changes; a member may be `Translations`.
 */
export type TemplateScope = Readonly<Record<string, unknown>>;

/** Settings of an engine. */
export interface EngineOptions {
  /** Overrides of `defaultRenderLimits`. */
  limits?: Partial<RenderLimits>;
  /** The time that `"now"` means in date filters. Default: the system clock. */
  now?: () => Date;
  /** How mode `chat` writes what variables print. Default: as it is. */
  escapeChat?: Escape;
}

/** Settings of one rendering. */
export interface RenderOptions {
  /** Path of the control the template belongs to, included in errors. */
  control?: string;
  /** The remaining steps, if they are shared with other renderings. Default: all that the engine allows. */
  budget?: RenderBudget;
  /** Called with each printed variable that is missing from the data, as the template spells it. */
  onMissing?: (variable: string) => void;
}

/** Tags that read other templates. Templates include no others, and read no files. */
const FILE_TAGS = ['include', 'render', 'layout', 'block'];

/** A tag that templates cannot use. */
class UnknownTag extends Tag {
  constructor(...args: ConstructorParameters<typeof Tag>) {
    super(...args);
    throw new Error(`tag "${this.name}" not found`);
  }

  override render(): void {}
}

/**
 * Renders untrusted Liquid templates with untrusted data, bounded in work, memory and length. Templates read only own
 * properties of the data, and no files. The bounds are counts, so they are the same on every machine.
 *
 * Dates are printed in UTC and in English unless the template names a zone.
 */
export class LiquidEngine {
  /** The limits in force. */
  readonly limits: Readonly<RenderLimits>;
  private readonly liquid: Liquid;
  private readonly cache: TemplateCache<Template[]>;
  /** Whether a translation is being rendered. One flag is enough, because rendering is synchronous. */
  private translating = false;

  constructor(
    readonly mode: TemplateMode,
    options: EngineOptions = {},
  ) {
    this.limits = { ...defaultRenderLimits, ...options.limits };
    const { memory, templateLength, outputLength } = this.limits;
    const escape = mode === 'html' ? escapeHtml : (options.escapeChat ?? ((text: string) => text));
    this.liquid = new Liquid({
      templates: {},
      ownPropertyOnly: true,
      strictFilters: true,
      parseLimit: templateLength,
      operators: boundedOperators(),
      timezoneOffset: 0,
      locale: 'en-US',
      outputEscape: mode === 'plain' ? undefined : escapeOutput(outputLength, escape),
    });
    for (const name of FILE_TAGS) {
      this.liquid.registerTag(name, UnknownTag);
    }
    for (const [name, tag] of Object.entries(boundedTags)) {
      this.liquid.registerTag(name, tag);
    }
    this.liquid.registerTag('safe', SafeTag);
    registerFilters(this.liquid, options.now ?? (() => new Date()), memory);
    if (mode !== 'plain') this.liquid.registerFilter('raw', rawFilter(escape));
    boundFilters(this.liquid);
    this.cache = new TemplateCache(this.limits.cachedTemplates, this.limits.cachedLength);
  }

  /** The number of cached compiled templates. */
  get compiledTemplates(): number {
    return this.cache.size;
  }

  /**
   * Renders a template with this data. A missing variable prints nothing (L2).
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
   * Checks that a template can be parsed, without rendering it.
   *
   * @throws TemplateError if it cannot be parsed.
   */
  check(text: string, control?: string): void {
    if (isTemplate(text)) {
      this.compile(text, control);
    } else {
      this.checkedLength(text, control);
    }
  }

  /**
   * Returns the paths a template reads from its data, each once and as its segments. Names the template defines
   * itself (`assign`, the variable of a `for`) are left out. A segment only known while rendering, as in
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
   * Returns the problems of filter arguments that can be found without data.
   *
   * @throws TemplateError if the template cannot be read.
   */
  filterProblems(text: string): string[] {
    if (!isTemplate(text)) return [];
    return filterUses(this.compile(text)).flatMap((use) => filterProblem(use) ?? []);
  }

  /**
   * Copies the scope, because `increment` writes to the outermost scope. `assign` and `capture` have scopes of their
   * own.
   */
  private environmentOf(scope: TemplateScope): object {
    const environment = Object.create(null) as Record<string, unknown>;
    for (const [name, value] of Object.entries(scope)) {
      environment[name] = value instanceof Translations ? new TranslatedText(value, this.renderPart) : value;
    }
    return environment;
  }

  /**
   * Renders the text of a translation as a template of its own. It reads the same variables as the template around it but
   * changes nothing there, and its result is never parsed as a template again. It uses the steps and memory of the whole
   * rendering. Returns undefined inside another translation: translations cannot include each other, so recursion ends.
   */
  private readonly renderPart: RenderPart = (text, context, escapes, key) => {
    if (this.translating) return undefined;
    if (!isTemplate(text)) return text;
    this.translating = true;
    try {
      const variables = context.getAll();
      context.work.walkShallow(variables);
      context.work.readTemplate(text.length);
      const own = context.spawn(variables);
      own.escapes = escapes;
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

/** The engines that a delivery uses, with the same settings. */
export type TemplateEngines = Readonly<Record<TemplateMode, LiquidEngine>>;

/** Creates the engines. They cache compiled templates, so create them once and share them. */
export function createTemplateEngines(options: EngineOptions = {}): TemplateEngines {
  const of = (mode: TemplateMode): LiquidEngine => new LiquidEngine(mode, options);
  return { html: of('html'), chat: of('chat'), plain: of('plain') };
}

/** Returns whether a text contains template syntax; most controls do not. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

/** Counts the tags before parsing, because the time for parsing grows with the square of their number. */
function countTags(text: string, limit: number): number {
  const opening = /\{%-?\s*liquid\b/.test(text) ? /\{[{%]|\n/g : /\{[{%]/g;
  let count = 0;
  while (count <= limit && opening.test(text)) {
    count += 1;
  }
  return count;
}
