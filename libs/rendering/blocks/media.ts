import { isTemplate } from '../liquid-engine.js';
import { choiceOf, colourOf, numberOf, textOf } from './attributes.js';
import type { Compilation, NodeWriter, Surroundings } from './compilation.js';
import type { BlockNode } from './document.js';
import { outputOf, templateText } from './expressions.js';
import {
  attributeAddress,
  attributeContent,
  attributeText,
  FRAME_END,
  frame,
  isUselessAddress,
  literal,
  row,
  tag,
} from './markup.js';
import { sanitiseHtml } from './sanitise-html.js';
import { SPACE, textStyles, THEME } from './theme.js';

type Writer = NodeWriter<Surroundings>;
type Out = Compilation<Surroundings>;

const LOGO_HEIGHTS: Readonly<Record<string, number>> = { sm: 40, md: 48, lg: 64 };
const CORNERS: Readonly<Record<string, string>> = { round: '9999px', smooth: '6px' };

/** Writes images, buttons, cards and the markup of authors. */
export const MEDIA: Readonly<Record<string, Writer>> = {
  image: (node, around, out) => {
    const { attrs } = node;
    const src = sourceOf(node, around, out);
    if (src === undefined) return;
    const width = numberOf(attrs['width'], 0, THEME.width - 2 * THEME.padding);
    const height = numberOf(attrs['height'], 0, 2000);
    const keepsRatio = attrs['lockAspectRatio'] !== false && width > 0;
    const image = tag(
      'img',
      {
        src,
        alt: attributeText(attrs, 'alt', around.loops),
        title: textOf(attrs['title']) === '' ? undefined : attributeText(attrs, 'title', around.loops),
        width: width > 0 ? `${width}` : undefined,
      },
      {
        display: 'block',
        width: width > 0 ? `${width}px` : undefined,
        'max-width': '100%',
        height: height > 0 && !keepsRatio ? `${height}px` : 'auto',
        border: '0',
        'border-radius': `${numberOf(attrs['borderRadius'], 0, 300)}px`,
      },
    );
    picture(node, around, out, 'center', linked(node, image, around));
  },

  logo: (node, around, out) => {
    const { attrs } = node;
    const { logo } = around.look;
    const isOfBrand = logo !== undefined && textOf(attrs['src']).trim() === '';
    const src = isOfBrand ? literal(logo.src) : sourceOf(node, around, out);
    if (src === undefined) return;
    const height = LOGO_HEIGHTS[textOf(attrs['size'])] ?? numberOf(attrs['size'], 48, 200);
    const image = tag(
      'img',
      {
        src,
        alt: altOf(attrs, isOfBrand ? literal(logo.alt) : 'Logo', around),
        height: `${height}`,
      },
      { display: 'block', height: `${height}px`, width: 'auto', 'max-width': '100%', border: '0' },
    );
    picture(node, around, out, 'left', image);
  },

  button: (node, around, out) => button(node, 'text', 'left', around, out),
  // The button of chat messages.
  cardButton: (node, around, out) => button(node, 'label', 'left', around, out),

  linkCard: (node, around, out) => {
    const { attrs } = node;
    const { loops } = around;
    const href = attributeAddress('link', attrs, 'link', loops);
    if (isUselessAddress('link', attrs, 'link')) out.warn(node, LINK_NEEDED);
    const image = attributeAddress('image', attrs, 'image', loops);
    const label = (text: string, styles: Record<string, string>): string => {
      const shown = { 'font-family': around.look.font, ...styles };
      return href === undefined
        ? `${tag('span', {}, shown)}${text}</span>`
        : `${tag('a', { href, target: '_blank' }, { ...shown, 'text-decoration': 'none' })}${text}</a>`;
    };
    out.write('\n');
    const card = { 'border-collapse': 'separate', border: `1px solid ${THEME.line}`, 'border-radius': '10px' };
    out.write(
      row('left', spaceBelow(around, SPACE.text)),
      frame({ width: '100%' }, { width: '100%', ...card }, {}, {}),
    );
    if (image !== undefined) {
      const picture = tag(
        'img',
        { src: image, alt: attributeText(attrs, 'title', loops), width: '100%' },
        { display: 'block', width: '100%', height: 'auto', border: '0', 'border-radius': '10px 10px 0 0' },
      );
      out.write(href === undefined ? picture : `${tag('a', { href, target: '_blank' })}${picture}</a>`);
    }
    out.write(frame({ width: '100%' }, { width: '100%' }, {}, { padding: '15px', ...textStyles(around.look) }));
    const title = { 'font-size': '18px', 'line-height': '26px', 'font-weight': '600', color: around.look.strong };
    out.write(label(attributeContent(attrs, 'title', loops), title));
    const badge = attributeContent(attrs, 'badgeText', loops);
    const subTitle = attributeContent(attrs, 'subTitle', loops);
    if (badge !== '') {
      const styles = {
        'font-size': '12px',
        'font-weight': '600',
        color: THEME.strong,
        'background-color': THEME.badgeBackground,
        padding: '4px 8px',
        'border-radius': '8px',
      };
      out.write(' ', tag('span', {}, styles), badge, '</span>');
    }
    if (subTitle !== '')
      out.write(' ', tag('span', {}, { 'font-size': '12px', color: THEME.muted }), subTitle, '</span>');
    const description = attributeContent(attrs, 'description', loops);
    const linkTitle = attributeContent(attrs, 'linkTitle', loops);
    if (description !== '' || linkTitle !== '') {
      out.write(
        tag('p', {}, { margin: '8px 0 0', ...textStyles(around.look), 'font-size': '16px', color: '#6b7280' }),
        description,
      );
      const styles = { 'font-size': '14px', 'font-weight': '600', color: THEME.strong };
      if (linkTitle !== '') out.write(' ', label(`<u>${linkTitle}</u>`, styles));
      out.write('</p>');
    }
    out.write(FRAME_END, FRAME_END, FRAME_END);
  },

  htmlCodeBlock: (node, around, out) => {
    const html = node.content
      .map(({ type, text, attrs, content }) =>
        type === 'variable'
          ? outputOf(textOf(attrs['id']), attrs, around.loops)
          : templateText(text || content.map((child) => child.text).join(''), around.loops, (part) => part),
      )
      .join('');
    out.write('\n');
    out.write(frame({ width: '100%' }, { width: '100%' }, {}, textStyles(around.look)));
    out.write(isTemplate(html) ? `{% safe html %}${html}{% endsafe %}` : sanitiseHtml(html), FRAME_END);
  },
};

function altOf(attrs: BlockNode['attrs'], fallback: string, { loops }: Surroundings): string {
  return textOf(attrs['alt']) === '' ? fallback : attributeText(attrs, 'alt', loops);
}

const LINK_NEEDED = 'a link needs an http, https, mailto or tel address';

function sourceOf(node: BlockNode, { loops }: Surroundings, out: Out): string | undefined {
  if (isUselessAddress('image', node.attrs, 'src')) out.warn(node, 'an image needs an http or https address');
  return attributeAddress('image', node.attrs, 'src', loops);
}

function spaceBelow({ noSpaceBelow }: Surroundings, space: number): string {
  return noSpaceBelow ? '0' : `${space}px`;
}

function picture(node: BlockNode, around: Surroundings, out: Out, fallback: 'left' | 'center', image: string): void {
  out.write('\n');
  const align = choiceOf(node.attrs['alignment'] ?? node.attrs['textAlign'], fallback, 'left', 'center', 'right');
  // An image is a block, so that no line of text leaves space below it; a table around it aligns it.
  out.write(row(align, spaceBelow(around, SPACE.image)), frame({}, { 'max-width': '100%' }, {}, {}), image);
  out.write(FRAME_END, FRAME_END);
}

function linked({ attrs }: BlockNode, image: string, { loops }: Surroundings): string {
  const href = attributeAddress('link', attrs, 'externalLink', loops);
  return href === undefined ? image : `${tag('a', { href, target: '_blank', rel: 'noopener noreferrer' })}${image}</a>`;
}

/** A button is a cell of a table: Outlook for Windows knows no padding of links, so that it gets it from the cell. */
function button(node: BlockNode, label: 'text' | 'label', fallback: 'left', around: Surroundings, out: Out): void {
  const { attrs } = node;
  const href = attributeAddress('link', attrs, 'url', around.loops);
  if (href === undefined) out.warn(node, `${LINK_NEEDED}; a button without one leads nowhere`);
  const text = attributeContent(attrs, label, around.loops);
  const background = colourOf(attrs['buttonColor'], around.look.button);
  const colour = colourOf(attrs['textColor'], around.look.buttonText);
  const isFilled = attrs['variant'] !== 'outline';
  const [top, right, bottom, left] = [
    ['paddingTop', 10],
    ['paddingRight', 32],
    ['paddingBottom', 10],
    ['paddingLeft', 32],
  ].map(([name, size]) => numberOf(attrs[String(name)], Number(size), 100) || Number(size));
  const padding = `${top}px ${right}px ${bottom}px ${left}px`;
  const radius =
    CORNERS[textOf(attrs['borderRadius'])] ?? `${numberOf(attrs['borderRadius'], around.look.radius, 100)}px`;
  const styles = {
    display: 'inline-block',
    padding,
    'font-family': around.look.font,
    'font-size': '14px',
    'line-height': '20px',
    'font-weight': '500',
    color: colour,
    'text-decoration': 'none',
    'border-radius': radius,
  };
  out.write('\n');
  const align = choiceOf(attrs['alignment'] ?? attrs['textAlign'], fallback, 'left', 'center', 'right');
  out.write(
    row(align, spaceBelow(around, SPACE.text)),
    frame(
      {},
      { 'border-collapse': 'separate' },
      { align: 'center', bgcolor: isFilled && background.startsWith('#') ? background : undefined },
      {
        'background-color': isFilled ? background : undefined,
        border: `2px solid ${background}`,
        'border-radius': radius,
        'mso-padding-alt': padding,
      },
    ),
    href === undefined ? tag('span', {}, styles) : tag('a', { href, target: '_blank' }, styles),
    text,
    href === undefined ? '</span>' : '</a>',
    FRAME_END,
    FRAME_END,
  );
}
