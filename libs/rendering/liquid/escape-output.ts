import type { FilterCall } from './bounded-filters.js';
import { BoundedContext } from './bounded-rendering.js';
import { Markup, printValue } from './print-value.js';

/**
 * How output is written (L4): `html` escapes what variables print as HTML, `chat` as the service of a message reads it;
 * `plain` leaves it as it is.
 */
export type TemplateMode = 'html' | 'chat' | 'plain';

/** Makes a text appear as it is. */
export type Escape = (text: string) => string;

/** HTML that has already been rendered, to be printed inside another template. */
export class EmbeddedHtml extends Markup {
  readonly #html: string;
  #printed = false;

  constructor(html: string) {
    super();
    this.#html = html;
  }

  /** Whether a template has used it so far. */
  get printed(): boolean {
    return this.#printed;
  }

  override toMarkup(): string {
    this.#printed = true;
    return this.#html;
  }

  override toText(): string {
    return this.toMarkup();
  }

  override property(): undefined {
    return undefined;
  }
}

/**
 * Returns a filter that prints values as markup: a `Markup` as its own, everything else escaped. The library calls it for
 * every output.
 *
 * @param limit Maximum size of a printed list or object.
 */
export function escapeOutput(limit: number, escape: Escape): (value: unknown) => string {
  return function (this: FilterCall | void, value: unknown): string {
    const escapes = isEscaping(this);
    if (value instanceof Markup) return escapes ? value.toMarkup(escape) : value.toText();
    const text = printValue(value, limit);
    return escapes ? escape(text) : text;
  };
}

/** The filter `raw` in an engine that escapes output. It does not undo the escaping inside a `Markup`. */
export function rawFilter(escape: Escape): { raw: true; handler: (this: FilterCall, value: unknown) => unknown } {
  return {
    raw: true,
    handler(value) {
      return value instanceof Markup && isEscaping(this) ? value.toMarkup(escape) : value;
    },
  };
}

/** Nothing is escaped inside a translation that is rendered as plain text. */
function isEscaping(call: FilterCall | void): boolean {
  return !(call && call.context instanceof BoundedContext) || call.context.escapes;
}
