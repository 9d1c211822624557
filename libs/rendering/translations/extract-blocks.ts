import { isSet, textOf } from '../blocks/attributes.js';
import { BARE_PATH } from '../blocks/card.js';
import { readDocument } from '../blocks/document.js';
import { listPath, type Loops, outputOf, templateText } from '../blocks/expressions.js';
import { isRecord } from '../size-of-value.js';
import { isTranslatable } from './translatable.js';
import type { TextKeys } from './text-keys.js';

/** What reads the texts of a document: an email as HTML, a chat message as plain text. */
type Reader = 'html' | 'plain';

type Json = Record<string, unknown>;

/** Attributes that are texts, by the type of their node, each with the name of its key. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  button: { text: 'button' },
  cardButton: { label: 'button' },
  image: { alt: 'image', title: 'imageTitle' },
  inlineImage: { alt: 'image' },
  logo: { alt: 'logo' },
  linkCard: {
    title: 'cardTitle',
    description: 'cardText',
    linkTitle: 'cardLink',
    badgeText: 'cardBadge',
    subTitle: 'cardSubtitle',
  },
};

/** Attributes that are printed within a tag, where no markup is. */
const IN_TAGS: ReadonlySet<string> = new Set(['alt', 'title']);

/** Names of keys by the type of the node that holds a text; others are `text`. */
const PLACES: Readonly<Record<string, string>> = {
  heading: 'heading',
  footer: 'footer',
  listItem: 'item',
  blockquote: 'quote',
};

/** What is printed as it is: code and markup. */
const LEFT: ReadonlySet<string> = new Set(['codeBlock', 'htmlCodeBlock']);

/**
 * Takes the texts out of a document of blocks: what stood there looks them up in `t`. Neighbours with the same marks are one
 * text with its variables; marks stay around it. What prints the same thereafter only with its surroundings stays.
 *
 * @throws BlockDocumentError if it is not a document, or exceeds a limit.
 */
export function extractFromBlocks(body: string, reader: Reader, keys: TextKeys): string {
  readDocument(body);
  const document = JSON.parse(body) as Json;
  const before = keys.texts.size;
  new Extraction(reader, keys).node(document, [], 'text');
  return keys.texts.size === before ? body : JSON.stringify(document);
}

class Extraction {
  constructor(
    private readonly reader: Reader,
    private readonly keys: TextKeys,
  ) {}

  node(node: Json, loops: Loops, around: string): void {
    const type = textOf(node['type']);
    if (LEFT.has(type)) return;
    const attrs = isRecord(node['attrs']) ? node['attrs'] : {};
    const changed = this.attributes(type, attrs);
    if (changed) node['attrs'] = changed;
    if (!Array.isArray(node['content'])) return;
    const place = PLACES[type] ?? around;
    const within =
      type === 'repeat' || type === 'for' ? [...loops, { each: listPath(textOf(attrs['each']), loops) }] : loops;
    for (const child of node['content'] as Json[]) if (!isInline(child)) this.node(child, within, place);
    node['content'] = runsOf(node['content'] as Json[]).flatMap((run) => this.run(run, within, place));
  }

  private attributes(type: string, attrs: Json): Json | undefined {
    const names = Object.entries(ATTRIBUTES[type] ?? {}).filter(([name]) => {
      const text = textOf(attrs[name]);
      const isVariable =
        isSet(attrs[`is${name.charAt(0).toUpperCase()}${name.slice(1)}Variable`]) || BARE_PATH.test(text);
      // The title of a card is printed in both ways.
      const isBoth = type === 'linkCard' && name === 'title' && /[&<>]| {2}/.test(text);
      return !isVariable && !isBoth && isTranslatable(text, text);
    });
    if (names.length === 0) return undefined;
    return {
      ...attrs,
      ...Object.fromEntries(
        names.map(([name, place]) => {
          const [lead, text, trail] = trimmed(textOf(attrs[name]));
          const isPlain = IN_TAGS.has(name) && type !== 'linkCard';
          const written = isPlain ? text : templateText(text, [], (part) => this.literal(part));
          return [name, `${lead}${this.keys.add(place, written)}${trail}`];
        }),
      ),
    };
  }

  /** A run with one text in place of all its nodes, or as it was. */
  private run(run: Json[], loops: Loops, place: string): Json[] {
    const [first] = run;
    if (!first || !isInline(first)) return run;
    const words = run.map((node) => textOf(node['text'])).join('');
    const whole = run
      .map((node) => {
        const attrs = isRecord(node['attrs']) ? node['attrs'] : {};
        return node['type'] === 'variable'
          ? outputOf(textOf(attrs['id']), attrs, loops)
          : templateText(textOf(node['text']), loops, (part) => this.literal(part));
      })
      .join('');
    if (!isTranslatable(whole, words)) return run;
    const [lead, text, trail] = trimmed(whole);
    const { marks } = first;
    return [
      { type: 'text', ...(marks !== undefined && { marks }), text: `${lead}${this.keys.add(place, text)}${trail}` },
    ];
  }

  /** Texts between tags as a translation has them: it may have markup, and keeps spaces in a row. */
  private literal(text: string): string {
    if (this.reader === 'plain') return text;
    return text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/ {2,}/g, (spaces) => `${'\u00a0'.repeat(spaces.length - 1)} `);
  }
}

/** Texts and variables; those that are hidden at times stand alone. */
function isInline(node: Json): boolean {
  const attrs = isRecord(node['attrs']) ? node['attrs'] : {};
  return (node['type'] === 'text' || node['type'] === 'variable') && textOf(attrs['showIfKey']) === '';
}

/** Neighbours that are one text: inline, with the same marks. */
function runsOf(nodes: readonly Json[]): Json[][] {
  const runs: Json[][] = [];
  for (const node of nodes) {
    const last = runs.at(-1)?.at(-1);
    const belongs = last && isInline(last) && isInline(node) && marksOf(last) === marksOf(node);
    if (belongs) runs.at(-1)!.push(node);
    else runs.push([node]);
  }
  return runs;
}

function marksOf({ marks }: Json): string {
  return Array.isArray(marks) && marks.length > 0 ? JSON.stringify(marks) : '';
}

/** A text without the spaces around it, which stay where it stood. */
function trimmed(text: string): [lead: string, text: string, trail: string] {
  const [, lead = '', inner = '', trail = ''] = /^([\s\u00a0]*)([\s\S]*?)([\s\u00a0]*)$/.exec(text) ?? [];
  return [lead, inner, trail];
}
