import type { DOMOutputSpec, Node as ProseNode, TagParseRule } from '@tiptap/pm/model';
import { choiceOf, colourOf, isSet, numberOf, sidesOf, textOf } from '../../../../../libs/rendering/blocks/attributes';
import { ownPicture } from '../../../ui/own-picture';
import type { MARKS } from './kinds';
import { isRecord, type Members } from './members';

/** How a node looks on the page, and which elements of pasted HTML become one. */
interface Look {
  tags?: TagParseRule[];
  look: (node: ProseNode, attributes: Members) => DOMOutputSpec;
}

/** What counts where a block says nothing; the page of the editor sets it to what the brand has. */
const MAIL = {
  button: 'var(--mail-button, #000000)',
  buttonText: 'var(--mail-button-text, #ffffff)',
  background: 'var(--mail-background, #ffffff)',
};

type Own = Members;
type Styles = Readonly<Record<string, string | undefined>>;

function ownOf(node: ProseNode): Own {
  return (node.attrs['own'] ?? {}) as Own;
}

function styleOf(styles: Styles): string | null {
  const written = Object.entries(styles).flatMap(([name, value]) => (value === undefined ? [] : `${name}:${value}`));
  return written.length > 0 ? written.join(';') : null;
}

/** The condition of a node, which the page shows beside it. */
function conditionOf({ showIfKey }: Own): Members {
  const key = textOf(showIfKey);
  return key === '' ? {} : { 'data-condition': `Show if ${key}` };
}

function directed({ textAlign, textDirection }: Own): Styles {
  return {
    'text-align': choiceOf(textAlign, '', 'left', 'center', 'right', 'justify') || undefined,
    direction: textDirection === 'rtl' ? 'rtl' : undefined,
  };
}

/** A text: an element with its alignment. */
function textLook(tag: (own: Own) => string, tags: TagParseRule[]): Look {
  return {
    tags,
    look: (node, attributes) => {
      const own = ownOf(node);
      return [tag(own), { ...attributes, ...conditionOf(own), style: styleOf(directed(own)), dir: dirOf(own) }, 0];
    },
  };
}

function dirOf({ textDirection }: Own): string | null {
  return textDirection === 'rtl' ? 'rtl' : null;
}

/** A box with a label that says what it does. */
function boxLook(tag: string, label: (own: Own) => string, styles: (own: Own) => Styles = () => ({})): Look {
  return {
    look: (node, attributes) => {
      const own = ownOf(node);
      const said = label(own);
      const about = { ...conditionOf(own), ...(said !== '' && { 'data-says': said }) };
      return [tag, { ...attributes, ...about, style: styleOf(styles(own)) }, 0];
    },
  };
}

/** The level of a heading, from 1. */
export function headingLevel({ level }: Own): number {
  return Math.max(1, Math.round(numberOf(level, 1, 6)));
}

/** What an attribute shows: a text, or the name of a variable. */
export function shownText(own: Own, name: string): string {
  const text = textOf(own[name]);
  const isVariable = isSet(own[`is${name.charAt(0).toUpperCase()}${name.slice(1)}Variable`]);
  return isVariable && text !== '' && !text.includes('{{') ? `{{${text}}}` : text;
}

function picture(own: Own, alt: string, styles: Styles): DOMOutputSpec {
  const src = shownText(own, 'src');
  // One from elsewhere would tell its server who edits.
  const shown = typeof location === 'undefined' ? undefined : ownPicture(src);
  if (shown !== undefined) return ['img', { src: shown, alt, style: styleOf({ 'max-width': '100%', ...styles }) }];
  return ['span', { 'data-picture': '', style: styleOf(styles) }, alt || src || 'Choose an image'];
}

function atomLook(content: (own: Own) => DOMOutputSpec, styles: (own: Own) => Styles = () => ({})): Look {
  return {
    look: (node, attributes) => {
      const own = ownOf(node);
      const inner = content(own);
      return ['div', { ...attributes, ...conditionOf(own), style: styleOf(styles(own)) }, inner];
    },
  };
}

function aligned(byDefault: 'left' | 'center') {
  return ({ alignment, textAlign }: Own): Styles => ({
    'text-align': choiceOf(alignment ?? textAlign, byDefault, 'left', 'center', 'right'),
  });
}

const CORNERS: Readonly<Record<string, string>> = { round: '9999px', smooth: '6px' };
const LOGO_HEIGHTS: Readonly<Record<string, number>> = { sm: 40, md: 48, lg: 64 };
const SPACES: Readonly<Record<string, number>> = { sm: 8, md: 16, lg: 32, xl: 64 };

function buttonLook(label: 'text' | 'label'): Look {
  return atomLook((own) => {
    const isFilled = own['variant'] !== 'outline';
    const background = colourOf(own['buttonColor'], MAIL.button);
    const [top, right, bottom, left] = ['Top', 'Right', 'Bottom', 'Left'].map((side, index) => {
      const usual = index % 2 === 0 ? 10 : 32;
      return numberOf(own[`padding${side}`], usual, 100) || usual;
    });
    const style = styleOf({
      display: 'inline-block',
      padding: `${top}px ${right}px ${bottom}px ${left}px`,
      color: colourOf(own['textColor'], MAIL.buttonText),
      'background-color': isFilled ? background : undefined,
      border: `2px solid ${background}`,
      'border-radius': CORNERS[textOf(own['borderRadius'])] ?? `${numberOf(own['borderRadius'], 0, 100)}px`,
    });
    return ['span', { 'data-button': '', style }, shownText(own, label) || 'Button'];
  }, aligned('left'));
}

/** By type of node. */
export const LOOKS: Readonly<Record<string, Look>> = {
  paragraph: textLook(() => 'p', [{ tag: 'p' }]),
  heading: textLook(
    (own) => `h${headingLevel(own)}`,
    [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { own: { level }, kept: null } })),
  ),
  footer: textLook(() => 'p', []),
  codeBlock: { tags: [{ tag: 'pre', preserveWhitespace: 'full' }], ...boxLook('pre', () => '') },
  htmlCodeBlock: boxLook('pre', () => 'HTML'),
  bulletList: { tags: [{ tag: 'ul' }], ...boxLook('ul', () => '') },
  orderedList: {
    tags: [{ tag: 'ol' }],
    look: (node, attributes) => {
      const own = ownOf(node);
      const start = Math.round(numberOf(own['start'], 1, 100_000));
      return ['ol', { ...attributes, ...conditionOf(own), ...(start !== 1 && { start }) }, 0];
    },
  },
  listItem: {
    tags: [{ tag: 'li' }],
    ...boxLook(
      'li',
      () => '',
      ({ color }) => ({ color: colourOf(color, '') || undefined }),
    ),
  },
  blockquote: { tags: [{ tag: 'blockquote' }], ...boxLook('blockquote', () => '') },
  section: boxLook(
    'div',
    () => '',
    (own) => {
      const border = numberOf(own['borderWidth'], 1, 20);
      return {
        'background-color': colourOf(own['backgroundColor'], MAIL.background),
        'border-radius': `${numberOf(own['borderRadius'], 0, 100)}px`,
        border: border === 0 ? undefined : `${border}px solid ${colourOf(own['borderColor'], '#000000')}`,
        padding: sidesOf(own, 'padding', [5, 5, 5, 5]),
        margin: sidesOf(own, 'margin', [0, 0, 0, 0]),
        'text-align': choiceOf(own['align'], 'left', 'center', 'right'),
      };
    },
  ),
  columns: boxLook(
    'div',
    () => '',
    ({ gap }) => ({ gap: `${numberOf(gap, 8, 100)}px` }),
  ),
  column: boxLook(
    'div',
    () => '',
    ({ width, verticalAlign }) => {
      const share = numberOf(typeof width === 'string' ? width.replace('%', '') : width, 0, 100);
      const align = choiceOf(verticalAlign, 'top', 'middle', 'bottom');
      return {
        flex: share > 0 ? `${share} 1 0` : undefined,
        'align-self': align === 'top' ? undefined : align === 'middle' ? 'center' : 'end',
      };
    },
  ),
  repeat: boxLook('div', ({ each }) => `Repeat for each of ${textOf(each) || '…'}`),
  for: boxLook('div', ({ each }) => `Repeat for each of ${textOf(each) || '…'}`),
  show: boxLook('div', ({ when }) => `Show if ${textOf(when) || '…'}`),
  image: atomLook((own) => {
    const width = numberOf(own['width'], 0, 584);
    return picture(own, shownText(own, 'alt'), {
      width: width > 0 ? `${width}px` : undefined,
      'border-radius': `${numberOf(own['borderRadius'], 0, 300)}px`,
    });
  }, aligned('center')),
  logo: atomLook((own) => {
    const height = LOGO_HEIGHTS[textOf(own['size'])] ?? numberOf(own['size'], 48, 200);
    return picture(own, shownText(own, 'alt') || 'Logo', { height: `${height}px` });
  }, aligned('left')),
  button: buttonLook('text'),
  cardButton: buttonLook('label'),
  linkCard: atomLook((own) => [
    'span',
    { 'data-card': '' },
    ['strong', shownText(own, 'title') || 'Link card'],
    ['span', [shownText(own, 'badgeText'), shownText(own, 'subTitle')].filter(Boolean).join(' ')],
    ['span', shownText(own, 'description')],
    ['u', shownText(own, 'linkTitle')],
  ]),
  horizontalRule: { tags: [{ tag: 'hr' }], ...atomLook(() => ['hr']) },
  spacer: atomLook(
    () => ['span', { 'data-space': '' }, 'Space'],
    ({ height }) => ({ height: `${SPACES[textOf(height)] ?? numberOf(height, 8, 500)}px` }),
  ),
  variable: {
    look: (node, attributes) => {
      const own = ownOf(node);
      const fallback = textOf(own['fallback']);
      const name = textOf(own['id']) || 'No variable';
      return ['span', { ...attributes, ...conditionOf(own), title: fallback ? `Fallback: ${fallback}` : null }, name];
    },
  },
  hardBreak: { tags: [{ tag: 'br' }], look: (_node, attributes) => ['br', attributes] },
  inlineImage: {
    look: (node, attributes) => {
      const own = ownOf(node);
      const [width, height] = [numberOf(own['width'], 20), numberOf(own['height'], 20)];
      const styles = { width: `${width}px`, height: `${height}px` };
      return ['span', { ...attributes, ...conditionOf(own) }, picture(own, shownText(own, 'alt') || 'Image', styles)];
    },
  },
};

interface MarkLook {
  /** The element that shows it. */
  tag: string;
  /** Which elements of pasted HTML become one. */
  tags?: TagParseRule[];
  attributes?: (own: Own) => Members;
}

/** How marks look. */
export const MARK_LOOKS: Readonly<Record<(typeof MARKS)[number], MarkLook>> = {
  link: {
    // Without an address: a click is for writing.
    tag: 'a',
    tags: [{ tag: 'a[href]', getAttrs: (element) => ({ own: { href: element.getAttribute('href') } }) }],
    attributes: (own) => ({ title: shownText({ ...own, isHrefVariable: own['isUrlVariable'] }, 'href') }),
  },
  textStyle: {
    tag: 'span',
    attributes: ({ color, backgroundColor }) => {
      const background = colourOf(backgroundColor, '') || undefined;
      return { style: styleOf({ color: colourOf(color, '') || undefined, 'background-color': background }) };
    },
  },
  highlight: {
    tag: 'mark',
    tags: [{ tag: 'mark' }],
    attributes: ({ color }) => ({ style: styleOf({ 'background-color': colourOf(color, '') || '#ffff00' }) }),
  },
  bold: { tag: 'strong', tags: [{ tag: 'strong' }, { tag: 'b' }] },
  italic: { tag: 'em', tags: [{ tag: 'em' }, { tag: 'i' }] },
  underline: { tag: 'u', tags: [{ tag: 'u' }] },
  strike: { tag: 's', tags: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }] },
  subscript: { tag: 'sub', tags: [{ tag: 'sub' }] },
  superscript: { tag: 'sup', tags: [{ tag: 'sup' }] },
  code: { tag: 'code', tags: [{ tag: 'code' }] },
};

/** A node that the editor does not know: its type, and the texts in it. */
export function lookOfKept(node: ProseNode, tag: 'div' | 'span', attributes: Members): DOMOutputSpec {
  const { node: whole } = node.attrs as { node: unknown };
  const type = isRecord(whole) ? textOf(whole['type']) : '';
  // An empty text has nothing to show.
  const said = type === 'text' && textsIn(whole) === '' ? '' : `${type || 'Unknown'}: stays as it is`;
  return [tag, { ...attributes, 'data-kept': said }, ['span', textsIn(whole).slice(0, 300)]];
}

function textsIn(value: unknown): string {
  if (Array.isArray(value)) return value.map(textsIn).join(' ');
  if (!isRecord(value)) return '';
  const { text, content } = value;
  return [textOf(text), textsIn(content)].filter(Boolean).join(' ');
}
