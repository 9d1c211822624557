import { colourOf, numberOf, textOf } from './attributes.js';
import type { Compilation, NodeWriter, Surroundings } from './compilation.js';
import type { BlockMark, BlockNode } from './document.js';
import { outputOf } from './expressions.js';
import { attributeAddress, attributeText, contentText, isUselessAddress, tag } from './markup.js';
import { THEME } from './theme.js';

type Writer = NodeWriter<Surroundings>;
type Out = Compilation<Surroundings>;

/** Marks from the outermost element to the innermost. */
const ORDER = [
  'link',
  'textStyle',
  'highlight',
  'bold',
  'italic',
  'underline',
  'strike',
  'subscript',
  'superscript',
  'code',
];

const SIMPLE: Readonly<Record<string, readonly [string, string]>> = {
  bold: ['<strong>', '</strong>'],
  italic: ['<em>', '</em>'],
  underline: ['<u>', '</u>'],
  strike: ['<s>', '</s>'],
  subscript: ['<sub>', '</sub>'],
  superscript: ['<sup>', '</sup>'],
  code: [
    tag(
      'code',
      {},
      {
        'background-color': THEME.codeBackground,
        color: THEME.strong,
        padding: '2px 4px',
        'border-radius': '6px',
        'font-family': THEME.codeFont,
        'font-size': '90%',
      },
    ),
    '</code>',
  ],
};

/** Writes what stands in a line: texts and variables with their marks, line breaks, small images. */
export const INLINE: Readonly<Record<string, Writer>> = {
  text: (node, around, out) => marked(node, contentText(node.text, around.loops), around, out),

  variable: (node, around, out) => {
    const name = textOf(node.attrs['id']);
    if (name === '') out.warn(node, 'a variable without a name prints nothing');
    marked(node, outputOf(name, node.attrs, around.loops), around, out);
  },

  hardBreak: (_node, _around, out) => out.write('<br>'),

  inlineImage: ({ attrs, path }, { loops }, out) => {
    const src = attributeAddress('image', attrs, 'src', loops);
    if (isUselessAddress('image', attrs, 'src')) out.warn({ path }, 'an image needs an http or https address');
    if (src === undefined) return;
    const [width, height] = [numberOf(attrs['width'], 20), numberOf(attrs['height'], 20)];
    const image = tag(
      'img',
      { src, alt: attributeText(attrs, 'alt', loops), width: `${width}`, height: `${height}` },
      { width: `${width}px`, height: `${height}px`, 'vertical-align': 'middle', border: '0' },
    );
    const href = attributeAddress('link', attrs, 'externalLink', loops);
    out.write(href === undefined ? image : `${tag('a', { href, target: '_blank' })}${image}</a>`);
  },
};

function marked(node: BlockNode, content: string, around: Surroundings, out: Out): void {
  const known = node.marks.filter(({ type }) => ORDER.includes(type));
  for (const { type } of node.marks) {
    if (!ORDER.includes(type)) out.warn(node, `mark '${type.slice(0, 40)}' is unknown; the text is shown without it`);
  }
  const marks = known.toSorted((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
  const elements = marks.map((mark) => elementOf(mark, node, around, out));
  out.write(...elements.map(([open]) => open), content, ...elements.toReversed().map(([, close]) => close));
}

function elementOf(mark: BlockMark, node: BlockNode, around: Surroundings, out: Out): readonly [string, string] {
  const { type, attrs } = mark;
  if (type === 'link') return linkElement(attrs, node, around, out);
  if (type === 'textStyle' || type === 'highlight') return colouredElement(mark);
  return SIMPLE[type] ?? ['', ''];
}

function linkElement(
  attrs: BlockMark['attrs'],
  node: BlockNode,
  { loops, look }: Surroundings,
  out: Out,
): readonly [string, string] {
  const href = attributeAddress('link', attrs, 'href', loops, 'isUrlVariable');
  if (isUselessAddress('link', attrs, 'href', 'isUrlVariable')) {
    out.warn(node, 'a link needs an http, https, mailto or tel address; the text is shown without it');
  }
  if (href === undefined) return ['', ''];
  const styles = { color: look.link, 'font-weight': '500', 'text-decoration': 'underline' };
  return [tag('a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, styles), '</a>'];
}

function colouredElement({ type, attrs }: BlockMark): readonly [string, string] {
  const colour = colourOf(attrs['color'], '');
  const background = colourOf(attrs['backgroundColor'], '');
  const isHighlight = type === 'highlight';
  const styles = {
    color: !isHighlight && colour !== '' ? colour : undefined,
    'background-color': isHighlight ? colour || '#ffff00' : background || undefined,
  };
  return Object.values(styles).some(Boolean) ? [tag('span', {}, styles), '</span>'] : ['', ''];
}
