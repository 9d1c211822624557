import { Parser } from 'htmlparser2';
import { textOf } from '#libs/rendering/blocks/attributes.js';
import { type BlockNode, BlockDocumentError, isBlockBody, readDocument } from '#libs/rendering/blocks/document.js';
import { isObject } from '../../platform/values/is-object.js';
import type { StepParts } from '../steps/step-variables.js';
import { markTags } from './template-tags.js';

/** A link as its author wrote it. */
export interface AuthoredLink {
  field: string;
  path?: string;
  /** What readers click on. */
  label: string;
  /** The address, with templates. */
  text: string;
  /** The address is the name of a variable. */
  isVariable?: boolean;
  hasFallback?: boolean;
  where: 'blocks' | 'html' | 'in_app' | 'text';
}

/** An image as its author wrote it. */
export interface AuthoredImage {
  field: string;
  path?: string;
  src: string;
  /** Undefined: there is none. An empty one in HTML says that the image is an ornament. */
  alt: string | undefined;
}

/** What a step links to and shows. */
export interface AuthoredParts {
  links: AuthoredLink[];
  images: AuthoredImage[];
}

const NOTHING: AuthoredParts = { links: [], images: [] };
const REDIRECTS = ['redirect', 'primaryAction.redirect', 'secondaryAction.redirect'];

/** Returns the links and images of a step, before anything is rendered. */
export function authoredParts({
  type,
  controlValues: values,
}: Pick<StepParts, 'type' | 'controlValues'>): AuthoredParts {
  if (type === 'in_app') return { ...NOTHING, links: REDIRECTS.flatMap((field) => inAppLink(values, field)) };
  const body = textOf(values['body']);
  if (type === 'email') return partsOf(body, 'body', isBlockBody(values));
  if (type === 'chat' && isBlockBody(values)) return partsOf(body, 'body', true);
  return type === 'sms' || type === 'push' || type === 'chat' ? { ...NOTHING, links: textLinks(body) } : NOTHING;
}

/** Returns the links and images of the body of an email or a layout: a document of blocks, or HTML. */
export function partsOf(body: string, field: string, isBlocks: boolean): AuthoredParts {
  return isBlocks ? partsOfBlocks(body, field) : partsOfHtml(body, field);
}

function inAppLink(values: Readonly<Record<string, unknown>>, field: string): AuthoredLink[] {
  const [first = '', second] = field.split('.');
  const action = values[first];
  const redirect = second === undefined ? action : isObject(action) ? action[second] : undefined;
  const text = isObject(redirect) ? textOf(redirect.url) : '';
  const label = isObject(action) ? textOf(action.label) : '';
  return text.trim() === '' ? [] : [{ field: `${field}.url`, label, text, where: 'in_app' }];
}

function textLinks(text: string): AuthoredLink[] {
  const { text: marked, restore } = markTags(text);
  return (marked.match(/https?:\/\/[^\s<>"'{}]{1,2048}/gi) ?? []).map((address) => ({
    field: 'body',
    label: '',
    text: restore(address.replace(/[.,;:!?)\]]+$/, '')),
    where: 'text',
  }));
}

/** Attributes of nodes that are addresses, and those that are the text that readers click on. */
const ADDRESSES = new Map<string, { address: string; label: string; isRequired: boolean }>([
  ['button', { address: 'url', label: 'text', isRequired: true }],
  ['cardButton', { address: 'url', label: 'label', isRequired: true }],
  ['linkCard', { address: 'link', label: 'title', isRequired: false }],
  ['image', { address: 'externalLink', label: 'alt', isRequired: false }],
  ['inlineImage', { address: 'externalLink', label: 'alt', isRequired: false }],
]);

function partsOfBlocks(body: string, field: string): AuthoredParts {
  const parts: AuthoredParts = { links: [], images: [] };
  try {
    collect(readDocument(body), field, parts);
  } catch (error) {
    // What is wrong with the document itself is an issue of its step.
    if (!(error instanceof BlockDocumentError)) throw error;
  }
  return parts;
}

function collect(node: BlockNode, field: string, parts: AuthoredParts): void {
  const { type, attrs, path, content } = node;
  const known = ADDRESSES.get(type);
  if (known) {
    const { address, label, isRequired } = known;
    const text = textOf(attrs[address]);
    const link = blockLink(attrs, address, `is${address.charAt(0).toUpperCase()}${address.slice(1)}Variable`);
    if (isRequired || text.trim() !== '') parts.links.push({ field, path, label: textOf(attrs[label]), ...link });
  }
  for (const mark of node.marks.filter((one) => one.type === 'link')) {
    parts.links.push({ field, path, label: node.text, ...blockLink(mark.attrs, 'href', 'isUrlVariable') });
  }
  if (type === 'image' || type === 'inlineImage') {
    const alt = textOf(attrs['alt']);
    parts.images.push({ field, path, src: textOf(attrs['src']), alt: alt.trim() === '' ? undefined : alt });
  }
  if (type === 'htmlCodeBlock') {
    const html = content.map(({ text, content: inner }) => text || inner.map((one) => one.text).join('')).join('');
    const { links, images } = partsOfHtml(html, field);
    parts.links.push(...links.map((link) => ({ ...link, path })));
    parts.images.push(...images.map((image) => ({ ...image, path })));
    return;
  }
  for (const child of content) collect(child, field, parts);
}

function blockLink(
  attrs: BlockNode['attrs'],
  name: string,
  flag: string,
): Pick<AuthoredLink, 'text' | 'isVariable' | 'hasFallback' | 'where'> {
  const isVariable = attrs[flag] === true || attrs[flag] === 'true';
  const text = textOf(attrs[name]);
  return {
    // Editors put a scheme before a variable.
    text: isVariable ? text.replace(/^https?:\/\/(?!.*\{\{)/, '') : text,
    isVariable,
    hasFallback: textOf(attrs['fallback']) !== '',
    where: 'blocks',
  };
}

function partsOfHtml(html: string, field: string): AuthoredParts {
  const { text: marked, restore } = markTags(html);
  const parts: AuthoredParts = { links: [], images: [] };
  let open: AuthoredLink | undefined;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'img') {
          const { src = '', alt } = attributes;
          parts.images.push({ field, src: restore(src), alt: alt === undefined ? undefined : restore(alt) });
          if (open && open.label === '') open.label = restore(alt ?? '');
        }
        if ((name !== 'a' && name !== 'area') || attributes['href'] === undefined) return;
        const link: AuthoredLink = { field, label: '', text: restore(attributes['href']), where: 'html' };
        parts.links.push(link);
        // An area has no text of its own, and no end.
        if (name === 'a') open = link;
        else link.label = restore(attributes['alt'] ?? '');
      },
      ontext(text) {
        if (open) open.label += restore(text);
      },
      onclosetag(name) {
        if (name === 'a') open = undefined;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(marked);
  return parts;
}
