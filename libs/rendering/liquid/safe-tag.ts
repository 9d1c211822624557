import {
  type Context,
  type Emitter,
  type Liquid,
  Parser,
  Tag,
  type TagToken,
  type Template,
  TokenKind,
  type TopLevelToken,
} from 'liquidjs';
import { imageAddress, linkAddress } from '../blocks/addresses.js';
import { sanitiseHtml } from '../blocks/sanitise-html.js';
import { escapeHtml } from '../escape-html.js';
import { BoundedContext, BoundedEmitter, workOf } from './bounded-rendering.js';

type Form = (text: string, spend: (steps: number) => void) => string;

/** Where a text may be printed, and how it is written there. */
const FORMS: Readonly<Record<string, Form>> = {
  /** The value of an attribute. */
  text: escapeHtml,
  /** The address of a link; `#` for one that could run anything. */
  link: (text) => escapeHtml(linkAddress(text) ?? '#'),
  /** The address of an image; empty for one that could run anything. */
  image: (text) => escapeHtml(imageAddress(text) ?? ''),
  /** The address of a link in a text; empty for one that could run anything. It has no characters of mentions and markup. */
  address: (text) => addressInText(linkAddress(text) ?? ''),
  /** Part of a JSON string. */
  json: (text) => JSON.stringify(text).slice(1, -1),
  /** Markup of an author, with what variables print in it. */
  html: sanitiseHtml,
};

function addressInText(address: string): string {
  return /^https?:/i.test(address) ? address.replace(/[<>|`*@]/g, encodeURIComponent).replaceAll('*', '%2A') : address;
}

/**
 * `{% safe link %}{{ payload.url }}{% endsafe %}`: renders what is inside and prints it in a form that is harmless there,
 * whatever data and filters are. Templates made of blocks use it for everything but texts between tags.
 */
export class SafeTag extends Tag {
  private readonly form: string;
  private readonly templates: Template[] = [];

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid);
    this.form = token.args.trim();
    if (!Object.hasOwn(FORMS, this.form)) throw new Error(`safe must name one of ${Object.keys(FORMS).join(', ')}`);
    for (let next = remaining.shift(); next; next = remaining.shift()) {
      if (next.kind === TokenKind.Tag && (next as TagToken).name === 'endsafe') return;
      this.templates.push(parser.parseToken(next, remaining));
    }
    throw new Error(`tag ${token.getText()} not closed`);
  }

  override *render(ctx: Context, emitter: Emitter): Generator<unknown, void> {
    const work = workOf(ctx);
    const inner = new BoundedEmitter(Infinity, (length) => work.use(length));
    const escapes = ctx instanceof BoundedContext && ctx.escapes;
    // The html form is markup already, and a JSON string may contain markup; the others escape the whole of what is printed.
    if (ctx instanceof BoundedContext && this.form !== 'html' && this.form !== 'json') ctx.escapes = false;
    try {
      yield this.liquid.renderer.renderTemplates(this.templates, ctx, inner);
    } finally {
      if (ctx instanceof BoundedContext) ctx.escapes = escapes;
    }
    emitter.write(FORMS[this.form]?.(inner.buffer, (steps) => work.budget.spend(steps)));
  }

  // eslint-disable-next-line require-yield -- the library wants a generator
  *children(): Generator<unknown, Template[]> {
    return this.templates;
  }
}
