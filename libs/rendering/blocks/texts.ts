import { escapeHtml } from '../escape-html.js';
import { type Attributes, choiceOf, colourOf, numberOf } from './attributes.js';
import type { NodeWriter, Surroundings } from './compilation.js';
import type { BlockNode } from './document.js';
import { attributeAddress, FRAME_END, frame, literal, type Styles, tag, type Template } from './markup.js';
import { SPACE, textStyles, THEME } from './theme.js';

type Writer = NodeWriter<Surroundings>;

/** Font size and line height of headings, from the largest. */
const HEADINGS = [
  ['36px', '40px', '800'],
  ['30px', '36px', '700'],
  ['24px', '32px', '600'],
  ['20px', '28px', '600'],
  ['18px', '26px', '600'],
  ['16px', '24px', '600'],
] as const;

/** Names that stand for the body of an email in a layout. It has blocks of its own, which a paragraph cannot hold. */
const CONTENT = /^\s*(?:\{\{-?)?\s*(?:content|body)\s*(?:-?\}\})?\s*$/;

/** Writes what consists of lines of text. */
export const TEXTS: Readonly<Record<string, Writer>> = {
  paragraph: (node, around, out) => {
    out.write('\n');
    const space = around.parent === 'listItem' || around.noSpaceBelow ? 0 : SPACE.text;
    const name = node.content.some(isContentSlot) ? 'div' : 'p';
    out.write(tag(name, {}, { margin: `0 0 ${space}px`, ...textStyles(around.look), ...directed(node.attrs, around) }));
    if (node.content.length === 0) out.write('&nbsp;');
    out.nodes(node.content, { ...around, parent: 'paragraph' });
    out.write(`</${name}>`);
  },

  heading: (node, around, out) => {
    out.write('\n');
    const level = Math.max(1, Math.round(numberOf(node.attrs['level'], 1, HEADINGS.length)));
    const [size, height, weight] = HEADINGS[level - 1] ?? HEADINGS[0];
    const styles = {
      margin: `0 0 ${around.noSpaceBelow ? 0 : SPACE.heading}px`,
      'font-family': around.look.font,
      'font-size': size,
      'line-height': height,
      'font-weight': weight,
      color: around.look.strong,
      ...directed(node.attrs, around),
    };
    out.write(tag(`h${level}`, {}, styles));
    out.nodes(node.content, { ...around, parent: 'heading' });
    out.write(`</h${level}>`);
  },

  footer: (node, around, out) => {
    out.write('\n');
    const styles = {
      margin: `0 0 ${around.noSpaceBelow ? 0 : SPACE.text}px`,
      ...textStyles(around.look),
      'font-size': '14px',
      'line-height': '24px',
      color: THEME.muted,
      ...directed(node.attrs, around),
    };
    out.write(tag('p', {}, styles));
    if (node.content.length > 0) out.nodes(node.content, { ...around, parent: 'footer' });
    else out.write(footerOf(around));
    out.write('</p>');
  },

  bulletList: list('ul', 'disc'),
  orderedList: list('ol', 'decimal'),

  listItem: (node, around, out) => {
    out.write('\n');
    const colour = colourOf(node.attrs['color'], '');
    const styles = { margin: '0 0 8px', 'padding-left': '6px', color: colour || undefined };
    out.write(tag('li', {}, styles));
    out.nodes(node.content, { ...around, parent: 'listItem', noSpaceBelow: true });
    out.write('</li>');
  },

  blockquote: (node, around, out) => {
    out.write('\n');
    const cell = { 'border-left': `4px solid ${THEME.quoteLine}`, padding: '0 0 0 16px', ...textStyles(around.look) };
    const space = around.noSpaceBelow ? 0 : SPACE.text;
    out.write(
      tag('blockquote', {}, { margin: `0 0 ${space}px` }),
      frame({ width: '100%' }, { width: '100%' }, {}, cell),
    );
    out.nodes(node.content, { ...around, parent: 'blockquote' });
    out.write(FRAME_END, '</blockquote>');
  },

  codeBlock: (node, around, out) => {
    out.write('\n');
    const styles = {
      margin: `0 0 ${around.noSpaceBelow ? 0 : SPACE.text}px`,
      padding: '12px 16px',
      'background-color': THEME.codeBackground,
      color: THEME.strong,
      'border-radius': '6px',
      'font-family': THEME.codeFont,
      'font-size': '13px',
      'line-height': '20px',
      'white-space': 'pre-wrap',
    };
    out.write(tag('pre', {}, styles), '<code>');
    out.nodes(node.content, { ...around, parent: 'codeBlock' });
    out.write('</code></pre>');
  },
};

/** The footer of the brand: its address, and the link to unsubscribe. */
function footerOf({ look: { footer, link }, loops }: Surroundings): Template {
  if (!footer) return '';
  const address = footer.lines.map(literal).join('<br>');
  if (footer.unsubscribe === undefined) return address;
  const href = attributeAddress('link', { url: '{{unsubscribeUrl}}' }, 'url', loops);
  const anchor = `${tag('a', { href, target: '_blank' }, { color: link, 'text-decoration': 'underline' })}${literal(footer.unsubscribe)}</a>`;
  return address === '' ? anchor : `${address}<br>${anchor}`;
}

function list(name: 'ul' | 'ol', style: string): Writer {
  return (node, around, out) => {
    out.write('\n');
    const space = around.parent === 'listItem' ? 0 : around.noSpaceBelow ? 0 : SPACE.text;
    const start = Math.round(numberOf(node.attrs['start'], 1, 100_000));
    out.write(
      tag(name, name === 'ol' && start !== 1 ? { start: escapeHtml(String(start)) } : {}, {
        margin: `0 0 ${space}px`,
        padding: '0 0 0 26px',
        'list-style-type': style,
        ...textStyles(around.look),
      }),
    );
    out.nodes(node.content, { ...around, parent: node.type });
    out.write(`</${name}>`);
  };
}

/** Alignment and direction of a text. */
function directed(attrs: Attributes, { align }: Surroundings): Styles {
  const direction = choiceOf(attrs['textDirection'], 'ltr', 'rtl');
  const own = choiceOf(attrs['textAlign'], '', 'left', 'center', 'right', 'justify');
  const inherited = align === 'left' && direction === 'rtl' ? 'right' : align;
  const aligned = own === '' ? inherited : own;
  return {
    'text-align': aligned === 'left' && align === 'left' ? undefined : aligned,
    direction: direction === 'rtl' ? 'rtl' : undefined,
  };
}

function isContentSlot({ type, attrs, text }: BlockNode): boolean {
  const name = type === 'variable' ? attrs['id'] : type === 'text' && text.includes('{{') ? text : undefined;
  return typeof name === 'string' && CONTENT.test(name);
}
