import { isTemplate } from '../liquid-engine.js';
import { isRecord } from '../size-of-value.js';
import { compilingCost } from '../render-limits.js';
import { TemplateCache } from '../template-cache.js';
import { imageAddress, linkAddress } from './addresses.js';
import { type Attributes, isSet, textOf } from './attributes.js';
import { Compilation, type NodeWriter, type Surroundings } from './compilation.js';
import { type BlockMark, type BlockNode, readDocument } from './document.js';
import type { CompiledBlocks } from './email.js';
import { expressionOf, type Loops, outputOf, templateText } from './expressions.js';

type Around = Pick<Surroundings, 'loops'>;
type Writer = NodeWriter<Around>;
type Out = Compilation<Around>;

/** Part of a chat message. Texts are Markdown. */
export type CardPart =
  | { type: 'text'; content: string }
  | { type: 'image'; url: string; alt?: string }
  | { type: 'divider' }
  | { type: 'actions'; children: { type: 'link-button'; label: string; url: string }[] };

/** A chat message made of blocks. */
export interface ChatCard {
  type: 'card';
  children: CardPart[];
}

const NUMBER_OF_CACHED = 200;
const compiled = new TemplateCache<CompiledBlocks>(NUMBER_OF_CACHED, 2_000_000);

/** A template that prints the parts of a card as JSON, for an engine of mode `plain`; {@link readCard} reads them. */
const PARTS: Readonly<Record<string, Writer>> = {
  paragraph: (node, around, out) => textPart(out, () => inline(node, around, out)),
  heading: (node, around, out) => {
    textPart(out, () => {
      out.write('**');
      inline(node, around, out);
      out.write('**');
    });
  },
  footer: (node, around, out) => textPart(out, () => inline(node, around, out)),
  text: (node, around, out) => textPart(out, () => inlineNode(node, around, out)),
  variable: (node, around, out) => textPart(out, () => inlineNode(node, around, out)),
  bulletList: (node, around, out) => textPart(out, () => list(node, around, out, '')),
  orderedList: (node, around, out) => textPart(out, () => list(node, around, out, '')),
  blockquote: (node, around, out) => {
    textPart(out, () => node.content.forEach((child) => line(child, around, out, '')), '"quote":true,');
  },
  codeBlock: (node, around, out) => {
    textPart(out, () => {
      out.write('```\n');
      inline(node, around, out);
      out.write('\n```');
    });
  },
  button: (node, around, out) => button(node, 'text', around, out),
  cardButton: (node, around, out) => button(node, 'label', around, out),
  image,
  inlineImage: image,
  logo: image,
  horizontalRule: (_node, _around, out) => out.write('{"type":"divider"},'),
  spacer: () => undefined,
  hardBreak: () => undefined,
  section: (node, around, out) => out.nodes(node.content, around),
  columns: (node, around, out) => out.nodes(node.content, around),
  column: (node, around, out) => out.nodes(node.content, around),
  doc: (node, around, out) => out.nodes(node.content, around),
  repeat: repeated,
  for: repeated,
};

/**
 * Compiles a document to a chat message. The result is cached by the text of the document.
 *
 * @param foresee Accounts for the steps of compiling a document that is not cached.
 * @throws BlockDocumentError if the text is not a document, or exceeds a limit.
 */
export function compileCard(text: string, foresee: (steps: number) => void = () => undefined): CompiledBlocks {
  return compiled.getOrMake(text, (source) => {
    foresee(compilingCost(source));
    const out = new Compilation<Around>(PARTS, false, (_node, _index, _siblings, around) => around);
    out.write('[');
    out.nodes(readDocument(source).content, { loops: [] });
    out.write('null]');
    return { template: out.template, places: out.places, warnings: out.warnings };
  });
}

/** Reads what the template of a card printed: the card, and the same as a text for providers without cards. */
export function readCard(printed: string): { card: ChatCard; text: string } {
  const parts: unknown = JSON.parse(printed);
  const children: CardPart[] = [];
  for (const part of Array.isArray(parts) ? (parts as unknown[]).filter(isRecord) : []) addPart(children, part);
  return { card: { type: 'card', children }, text: children.map(textOfPart).join('\n\n') };
}

function addPart(children: CardPart[], { type, ...part }: Readonly<Record<string, unknown>>): void {
  const url = textOf(part['url']);
  if (type === 'divider') children.push({ type });
  if (type === 'image' && url !== '')
    children.push({ type, url, ...(part['alt'] !== '' && { alt: textOf(part['alt']) }) });
  if (type === 'text') {
    const content = textOf(part['content']).trim();
    const quoted = part['quote'] === true ? content.replace(/^/gm, '> ') : content;
    if (content.replaceAll('*', '') !== '') children.push({ type, content: quoted });
  }
  if (type !== 'link-button' || url === '') return;
  const row = children.at(-1);
  const action = { type, label: textOf(part['label']), url } as const;
  if (row?.type === 'actions') row.children.push(action);
  else children.push({ type: 'actions', children: [action] });
}

function textOfPart(part: CardPart): string {
  switch (part.type) {
    case 'text':
      return part.content;
    case 'image':
      return part.alt === undefined ? part.url : `${part.alt}: ${part.url}`;
    case 'divider':
      return '---';
    case 'actions':
      return part.children.map(({ label, url }) => `${label}: ${url}`).join('\n');
  }
}

function textPart(out: Out, body: () => void, more = ''): void {
  out.write(`{"type":"text",${more}"content":"{% safe json %}`);
  body();
  out.write('{% endsafe %}"},');
}

function inline({ content }: BlockNode, around: Around, out: Out): void {
  for (const child of content) inlineNode(child, around, out);
}

/** Marks as Markdown writes them, from the outermost. */
const SIGNS: readonly [string, string][] = [
  ['bold', '**'],
  ['italic', '_'],
  ['strike', '~~'],
  ['code', '`'],
];

function inlineNode(node: BlockNode, { loops }: Around, out: Out): void {
  const condition = expressionOf(textOf(node.attrs['showIfKey']), loops);
  if (condition !== '') out.write(`{% if ${condition} | shown %}`);
  if (node.type === 'hardBreak') out.write('\n');
  else if (node.type === 'variable') marked(node, outputOf(textOf(node.attrs['id']), node.attrs, loops), loops, out);
  else if (node.type === 'text')
    marked(
      node,
      templateText(node.text, loops, (part) => part),
      loops,
      out,
    );
  else inline(node, { loops }, out);
  if (condition !== '') out.write('{% endif %}');
}

function marked({ marks }: BlockNode, content: string, loops: Loops, out: Out): void {
  const signs = SIGNS.filter(([type]) => marks.some((mark) => mark.type === type)).map(([, sign]) => sign);
  const link = marks.find(({ type }) => type === 'link');
  const href = link && address('link', link.attrs, 'href', 'isUrlVariable', loops);
  const written = `${signs.join('')}${content}${signs.toReversed().join('')}`;
  out.write(href === undefined ? written : `[${written}](${href})`);
}

function list(node: BlockNode, around: Around, out: Out, indent: string): void {
  node.content.forEach((item, index) => {
    const marker = node.type === 'orderedList' ? `${index + 1}. ` : '- ';
    item.content.forEach((child, at) => {
      if (child.type === 'bulletList' || child.type === 'orderedList') list(child, around, out, `${indent}  `);
      else line(child, around, out, at === 0 ? `${indent}${marker}` : `${indent}  `);
    });
  });
}

function line(node: BlockNode, around: Around, out: Out, before: string): void {
  out.write(before);
  inlineNode(node, around, out);
  out.write('\n');
}

function button({ attrs, path }: BlockNode, label: 'text' | 'label', { loops }: Around, out: Out): void {
  const url = address('link', attrs, 'url', 'isUrlVariable', loops);
  if (url === undefined) {
    out.warn({ path }, 'a button needs an http, https, mailto or tel address; it is left out');
    return;
  }
  const flag = label === 'text' ? 'isTextVariable' : 'isLabelVariable';
  out.write(`{"type":"link-button","label":"${json(template(attrs, label, flag, loops))}","url":"${json(url)}"},`);
}

function image({ attrs, path }: BlockNode, { loops }: Around, out: Out): void {
  const url = address('image', attrs, 'src', 'isSrcVariable', loops);
  if (url === undefined) {
    out.warn({ path }, 'an image needs an http or https address; it is left out');
    return;
  }
  out.write(`{"type":"image","url":"${json(url)}","alt":"${json(template(attrs, 'alt', 'isAltVariable', loops))}"},`);
}

function repeated(node: BlockNode, { loops }: Around, out: Out): void {
  out.repeat(node, loops, (within) => out.nodes(node.content, { loops: within }));
}

function json(text: string): string {
  return `{% safe json %}${text}{% endsafe %}`;
}

/** A path as editors write it where a variable stands instead of a text. */
export const BARE_PATH = /^\s*(?:payload|subscriber|steps|context|workflow|env|actor|current)(?:\.[\w-]+|\[\d+\])+\s*$/;

function template(attrs: Attributes, name: string, flag: string, loops: Loops): string {
  const text = textOf(attrs[name]);
  const isVariable = text !== '' && (isSet(attrs[flag]) || BARE_PATH.test(text));
  return isVariable ? outputOf(text, attrs, loops) : templateText(text, loops, (part) => part);
}

function address(
  kind: 'link' | 'image',
  attrs: BlockMark['attrs'],
  name: string,
  flag: string,
  loops: Loops,
): string | undefined {
  const text = template(attrs, name, flag, loops).trim();
  if (text === '') return undefined;
  if (isTemplate(text)) return `{% safe address %}${text}{% endsafe %}`;
  return kind === 'link' ? linkAddress(text) : imageAddress(text);
}
