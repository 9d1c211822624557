/**
 * The part of an HTML document that decides how styles apply to it: its tags and its style blocks. Everything else
 * (texts, comments, addresses) is replaced by numbered marks, so documents that differ only in these have the same
 * skeleton.
 */
export interface HtmlSkeleton {
  skeleton: string;
  /** The text that each mark replaces, by number. */
  parts: string[];
  /** The contents of all style blocks, joined. */
  css: string;
  /** Number of elements. */
  elements: number;
  /** Maximum nesting of elements. */
  depth: number;
}

/** Private-use characters; a document that contains one itself is not taken apart. */
const OPEN_MARK = '\uE0F0';
const CLOSE_MARK = '\uE0F1';
const ANY_MARK = /[\uE0F0\uE0F1]/;

/** Attributes whose values differ between recipients and do not affect styles, unless a selector reads attributes. */
const VARYING = /\s(?:href|src|alt|title)\s*=\s*$/i;

/**
 * Takes a document apart, in time proportional to its length. Returns undefined if that is not safe: a tag, a
 * comment or a style block has no end.
 */
export function takeApart(html: string): HtmlSkeleton | undefined {
  return ANY_MARK.test(html) ? undefined : new Scanner(html).scan();
}

/**
 * Puts the parts of a document back into a finished skeleton. Returns undefined unless each mark occurs once and in
 * order.
 */
export function putTogether(finished: readonly string[], parts: readonly string[]): string | undefined {
  if (finished.length !== parts.length + 1) return undefined;
  return finished.map((text, index) => `${text}${parts[index] ?? ''}`).join('');
}

/** Splits a finished skeleton at its marks. Returns undefined unless all of them are there in order. */
export function cutAtMarks(skeleton: string): string[] | undefined {
  const pieces = skeleton.split(/\uE0F0(\d+)\uE0F1/);
  const inOrder = pieces.every((piece, index) => index % 2 === 0 || piece === String((index - 1) / 2));
  const texts = pieces.filter((_piece, index) => index % 2 === 0);
  return inOrder && !texts.some((text) => ANY_MARK.test(text)) ? texts : undefined;
}

class Scanner {
  private readonly out: string[] = [];
  private readonly parts: string[] = [];
  private readonly css: string[] = [];
  private elements = 0;
  private open = 0;
  private depth = 0;
  private position = 0;
  /** Start of the text that has not been written yet. */
  private textFrom = 0;
  /** Whether the values of varying attributes are taken out. */
  private readonly removesVarying: boolean;

  constructor(private readonly html: string) {
    // A selector such as a[href^="https"] reads values that would be taken out, so none are if any style contains a
    // bracket.
    this.removesVarying = !someStyle(html, (css) => css.includes('['));
  }

  scan(): HtmlSkeleton | undefined {
    for (let at = this.html.indexOf('<'); at !== -1; at = this.html.indexOf('<', this.position)) {
      this.position = at;
      if (this.html.startsWith('<!', at) || this.html.startsWith('<?', at)) {
        if (!this.skipDeclaration()) return undefined;
      } else if (/[a-z/]/i.test(this.html.charAt(at + 1))) {
        if (!this.readTag()) return undefined;
      } else {
        this.position = at + 1;
      }
    }
    this.writeText(this.html.length);
    return {
      skeleton: this.out.join(''),
      parts: this.parts,
      css: this.css.join('\n'),
      elements: this.elements,
      depth: this.depth,
    };
  }

  /** Comments and declarations are part of the text around them. */
  private skipDeclaration(): boolean {
    const end = this.html.startsWith('<!--', this.position) ? '-->' : '>';
    const at = this.html.indexOf(end, this.position + 2);
    this.position = at + end.length;
    return at !== -1;
  }

  private readTag(): boolean {
    const from = this.position;
    const closing = this.html.charAt(from + 1) === '/';
    this.writeText(from);
    let written = from;
    for (let at = from + 1; at < this.html.length; at++) {
      const character = this.html.charAt(at);
      if (character === '>') {
        const tag = this.html.slice(written, at + 1);
        this.out.push(tag);
        this.position = at + 1;
        this.textFrom = at + 1;
        this.count(from, closing);
        return /^<style[\s>]/i.test(this.html.slice(from, from + 7)) ? this.readStyle() : true;
      }
      if (character === '<') return false;
      if (character !== '"' && character !== "'") continue;
      const end = this.html.indexOf(character, at + 1);
      if (end === -1) return false;
      if (this.removesVarying && character === '"' && VARYING.test(this.html.slice(Math.max(written, at - 20), at))) {
        this.out.push(this.html.slice(written, at + 1));
        this.mark(this.html.slice(at + 1, end));
        written = end;
      }
      at = end;
    }
    return false;
  }

  private count(from: number, closing: boolean): void {
    if (!closing) this.elements += 1;
    const [name = ''] = /^[a-z][a-z\d]*/i.exec(this.html.slice(closing ? from + 2 : from + 1, from + 20)) ?? [];
    if (!needsEnd(name)) return;
    this.open = closing ? Math.max(0, this.open - 1) : this.open + 1;
    this.depth = Math.max(this.depth, this.open);
  }

  /** A style block is kept unchanged, because the skeleton exists to apply it. */
  private readStyle(): boolean {
    const end = endOfStyle(this.html, this.position);
    if (end === undefined) return false;
    const css = this.html.slice(this.position, end);
    this.css.push(css);
    this.out.push(css);
    this.position = end;
    this.textFrom = end;
    return true;
  }

  private writeText(until: number): void {
    if (until > this.textFrom) this.mark(this.html.slice(this.textFrom, until));
    this.textFrom = until;
  }

  private mark(part: string): void {
    this.out.push(`${OPEN_MARK}${this.parts.length}${CLOSE_MARK}`);
    this.parts.push(part);
  }
}

/** Returns whether one of the style blocks matches. */
function someStyle(html: string, matches: (css: string) => boolean): boolean {
  const opening = /<style[\s>]/gi;
  while (opening.test(html)) {
    const end = endOfStyle(html, opening.lastIndex) ?? html.length;
    if (matches(html.slice(opening.lastIndex, end))) return true;
    opening.lastIndex = end;
  }
  return false;
}

/** Returns the end of the style block whose content begins at `from`. */
function endOfStyle(html: string, from: number): number | undefined {
  const closing = /<\/style/gi;
  closing.lastIndex = from;
  return closing.exec(html)?.index;
}

/** Elements without an end tag, and those whose end tag may be omitted. */
const WITHOUT_END =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|tr|td|th|option|thead|tbody|tfoot)$/i;

/** Returns whether an element needs an end tag, so that everything up to that tag is inside it. */
export function needsEnd(element: string): boolean {
  return !WITHOUT_END.test(element);
}
