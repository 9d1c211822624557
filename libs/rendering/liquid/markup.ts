import { type Context, Drop } from 'liquidjs';

/**
 * A value of a template that knows how it is written as HTML: where the template prints it, it is not escaped once more.
 * Filters and comparisons work on its plain text, and what they make of it is escaped like any other text.
 */
export abstract class Markup extends Drop {
  /** The value as HTML, with everything escaped that came from data. */
  abstract toHtml(): string;

  /** The value as plain text. */
  abstract toText(): string;

  /** What a template reads as a property of the value. The fields of the object itself stay out of reach. */
  abstract property(key: string, context: Context): unknown;

  override valueOf(): string {
    return this.toText();
  }

  toJSON(): string {
    return this.toText();
  }
}
