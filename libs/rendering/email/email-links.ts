import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** A link of an email: where its address stands in the HTML, and where it leads. */
export interface EmailLink {
  start: number;
  end: number;
  url: string;
}

/** What has to be known of an email to track it. */
export interface EmailLinks {
  links: EmailLink[];
  /** Where its body ends. */
  end: number;
}

const CHARACTERS_PER_STEP = 64;

/** Estimates the steps that {@link emailLinks} takes. */
export function emailLinksCost(html: string): number {
  return html.length / CHARACTERS_PER_STEP;
}

/**
 * Returns the links of an email that lead to a page: `a` and `area` with an http or https address, without
 * `data-track="off"`. Anchors, `mailto`, `tel` and comments are left out. It takes time proportional to the length of the HTML.
 */
export function emailLinks(html: string): EmailLinks {
  const reader = new LinkReader(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader);
  tokenizer.write(html);
  tokenizer.end();
  return { links: reader.links, end: reader.end };
}

/** An attribute: its name, its text without entities, and where that stands. */
interface Attribute {
  name: string;
  value: string;
  start: number;
  end: number;
}

/** Collects links from the tokens of a document. */
class LinkReader implements TokenizerCallbacks {
  readonly links: EmailLink[] = [];
  end: number;
  private tag = '';
  private attributes: Attribute[] = [];

  constructor(private readonly html: string) {
    this.end = html.length;
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.html.slice(start, end).toLowerCase();
    this.attributes = [];
  }

  onattribname(start: number, end: number): void {
    this.attributes.push({ name: this.html.slice(start, end).toLowerCase(), value: '', start: -1, end: -1 });
  }

  onattribdata(start: number, end: number): void {
    const attribute = this.attributes.at(-1);
    if (!attribute) return;
    if (attribute.start === -1) attribute.start = start;
    attribute.value += this.html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    const attribute = this.attributes.at(-1);
    if (attribute) attribute.value += String.fromCodePoint(codePoint);
  }

  onattribend(quote: number, end: number): void {
    const attribute = this.attributes.at(-1);
    if (attribute) attribute.end = QUOTED.includes(quote) ? end - 1 : end;
  }

  onopentagend(): void {
    if (this.tag !== 'a' && this.tag !== 'area') return;
    // Of an attribute that is there twice, browsers read the first.
    const href = this.attributes.find(({ name }) => name === 'href');
    const track = this.attributes.find(({ name }) => name === 'data-track');
    const url = href && pageAt(href.value);
    if (url === undefined || track?.value.trim().toLowerCase() === 'off') return;
    // An address that begins with an entity is written by nobody, and where it begins is unknown.
    if (href!.start !== -1 && href!.end > href!.start) this.links.push({ start: href!.start, end: href!.end, url });
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    if (this.html.slice(start, end).toLowerCase() === 'body') this.end = this.html.lastIndexOf('<', start);
  }

  // Nothing else has links.
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontext(): void {}
  ontextentity(): void {}
}

/** Single and double quotes, as the tokenizer numbers them. */
const QUOTED: readonly number[] = [2, 3];

/** The address of a page as browsers write it; undefined for anything else. */
function pageAt(text: string): string | undefined {
  if (!/^\s*https?:\/\//iu.test(text)) return undefined;
  try {
    return new URL(text.trim()).href;
  } catch {
    return undefined;
  }
}

/** Replaces addresses in HTML, and adds markup where the body ends. `addressOf`: undefined leaves the link. */
export function withLinks(
  html: string,
  { links, end }: EmailLinks,
  addressOf: (link: EmailLink) => string | undefined,
  added: string,
): string {
  const parts: string[] = [];
  let written = 0;
  for (const link of links) {
    const address = addressOf(link);
    if (address === undefined) continue;
    parts.push(html.slice(written, link.start), address);
    written = link.end;
  }
  const rest = Math.max(end, written);
  return [...parts, html.slice(written, rest), added, html.slice(rest)].join('');
}
