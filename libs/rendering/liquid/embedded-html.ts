import { Markup } from './markup.js';

/** HTML that has been rendered already, for printing it inside another template. */
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

  override toHtml(): string {
    this.#printed = true;
    return this.#html;
  }

  override toText(): string {
    return this.toHtml();
  }

  override property(): undefined {
    return undefined;
  }
}
