import { type Attribute, type Extensions, Mark, Node } from '@tiptap/core';
import { KEPT, KINDS, MARKS } from './kinds';
import { LOOKS, lookOfKept, MARK_LOOKS } from './looks';

/** What each holds, in the notation of ProseMirror. */
const CONTENT = {
  blocks: 'block+',
  line: 'inline*',
  columns: `(column | ${KEPT.block})+`,
  items: `(listItem | ${KEPT.block})+`,
  nothing: '',
};

/** An attribute that the page shows in the way of its node. Copying takes it along as JSON. */
function carried(name: string): Attribute {
  const parseHTML = (element: HTMLElement): unknown => {
    try {
      return JSON.parse(element.getAttribute(`data-${name}`) ?? 'null');
    } catch {
      return null;
    }
  };
  const renderHTML = ({ [name]: value }: Record<string, unknown>) =>
    value === null ? {} : { [`data-${name}`]: JSON.stringify(value) };
  return { default: null, parseHTML, renderHTML };
}

const SOURCE = { own: carried('own'), kept: carried('kept') };

const nodes = Object.entries(KINDS).map(([type, { place, holds }]) => {
  const { tags = [], look } = LOOKS[type]!;
  return Node.create({
    name: type,
    group: place === 'blocks' ? 'block' : place === 'line' ? 'inline' : '',
    inline: place === 'line',
    content: CONTENT[holds],
    atom: holds === 'nothing',
    selectable: true,
    code: type === 'codeBlock' || type === 'htmlCodeBlock',
    defining: place !== 'line' && type !== 'paragraph',
    isolating: type === 'column',
    addAttributes: () => (type === 'paragraph' ? { ...SOURCE, isAbsent: { default: false, rendered: false } } : SOURCE),
    parseHTML: () => [{ tag: `[data-block="${type}"]`, priority: 60 }, ...tags],
    renderHTML: ({ node, HTMLAttributes }) => look(node, { ...HTMLAttributes, 'data-block': type }),
  });
});

const marks = MARKS.map((type) => {
  const { tag, tags = [], attributes } = MARK_LOOKS[type];
  return Mark.create({
    name: type,
    inclusive: type !== 'link',
    addAttributes: () => SOURCE,
    parseHTML: () => [{ tag: `[data-mark="${type}"]`, priority: 60 }, ...tags],
    renderHTML: ({ mark, HTMLAttributes }) => {
      const own = (mark.attrs['own'] ?? {}) as Readonly<Record<string, unknown>>;
      return [tag, { ...HTMLAttributes, ...attributes?.(own), 'data-mark': type }, 0];
    },
  });
});

const kept = [
  Node.create({
    name: KEPT.block,
    group: 'block',
    atom: true,
    addAttributes: () => ({ node: carried('node') }),
    parseHTML: () => [{ tag: 'div[data-kept]' }],
    renderHTML: ({ node, HTMLAttributes }) => lookOfKept(node, 'div', HTMLAttributes),
  }),
  Node.create({
    name: KEPT.inline,
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({ node: carried('node') }),
    parseHTML: () => [{ tag: 'span[data-kept]' }],
    renderHTML: ({ node, HTMLAttributes }) => lookOfKept(node, 'span', HTMLAttributes),
  }),
  Mark.create({
    name: KEPT.mark,
    // Several stand on one text.
    excludes: '',
    addAttributes: () => ({ mark: { default: null, rendered: false } }),
    renderHTML: () => ['span', 0],
  }),
  Mark.create({
    name: KEPT.text,
    addAttributes: () => {
      const none = { default: null, rendered: false };
      return { own: none, kept: none, order: none, piece: { default: 0, rendered: false } };
    },
    renderHTML: ({ mark }) => ['span', hasCondition(mark.attrs['own']) ? { 'data-condition': '' } : {}, 0],
  }),
];

function hasCondition(own: unknown): boolean {
  return typeof own === 'object' && own !== null && 'showIfKey' in own && Boolean(own.showIfKey);
}

/** All nodes and marks of the editor: those that the renderer knows, and those that keep what it does not. */
export const SCHEMA: Extensions = [
  Node.create({ name: 'doc', topNode: true, content: 'block+', addAttributes: () => SOURCE }),
  Node.create({ name: 'text', group: 'inline' }),
  ...nodes,
  ...marks,
  ...kept,
];
