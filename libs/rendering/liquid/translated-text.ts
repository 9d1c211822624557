import type { Translations } from '../translations/translations.js';
import type { BoundedContext } from './bounded-rendering.js';
import type { Escape } from './escape-output.js';
import { Markup } from './print-value.js';

/** Renders the text of a translation as part of the rendering that prints it; undefined inside another translation. */
export type RenderPart = (text: string, context: BoundedContext, escapes: boolean, key: string) => string | undefined;

/**
 * `t` and everything below it in a template. Every path is a value; its text is looked up when it is printed. A key
 * without a text prints the key.
 */
export class TranslatedText extends Markup {
  readonly #translations: Translations;
  readonly #render: RenderPart;
  readonly #path: readonly string[];
  readonly #context?: BoundedContext;

  constructor(translations: Translations, render: RenderPart, path: readonly string[] = [], context?: BoundedContext) {
    super();
    this.#translations = translations;
    this.#render = render;
    this.#path = path;
    this.#context = context;
  }

  /** The language of the texts. */
  get locale(): string | undefined {
    return this.#translations.locale;
  }

  override property(key: string, context: BoundedContext): TranslatedText {
    return new TranslatedText(this.#translations, this.#render, [...this.#path, key], context);
  }

  /** The text below this one; undefined when no language has it. */
  member(key: string, context: BoundedContext): TranslatedText | undefined {
    const has = this.#translations.find([...this.#path, key]) !== undefined;
    return has ? this.property(key, context) : undefined;
  }

  override toMarkup(escape: Escape): string {
    return this.#rendered(true) ?? escape(this.#key);
  }

  override toText(): string {
    return this.#rendered(false) ?? this.#key;
  }

  get #key(): string {
    return this.#path.join('.');
  }

  /** Returns undefined for a key without a text, and for a text that is empty once rendered with this data. */
  #rendered(escapes: boolean): string | undefined {
    const text = this.#translations.find(this.#path);
    if (text === undefined || !this.#context) return undefined;
    const rendered = this.#render(text, this.#context, escapes, this.#key);
    return rendered === undefined || rendered.trim() === '' ? undefined : rendered;
  }
}
