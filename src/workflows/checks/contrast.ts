import { Parser } from 'htmlparser2';
import { type Colour, contrastOf, over, readColour } from './colours.js';
import { shortened } from './links.js';

/** A text that can hardly be read on its background. */
interface FaintText {
  text: string;
  /** Contrast of the two colours, from 1 to 21. */
  contrast: number;
  colour: string;
  background: string;
}

/** Contrast that a text needs: 3 when it is large, 4.5 otherwise (WCAG 2.2, 1.4.3). */
const NEEDED = { large: 3, small: 4.5 };
const MAX_FOUND = 20;

interface Look {
  colour: Colour;
  background: Colour;
  size: number;
  isBold: boolean;
  isHidden: boolean;
  /** The colour of the text is written in a way that is not known here. */
  isOfUnknownColour: boolean;
  /** A picture is behind the text, or a colour that is not known, and nobody knows the contrast. */
  isOnPicture: boolean;
}

const PAGE: Look = {
  colour: readColour('#000000')!,
  background: readColour('#ffffff')!,
  size: 16,
  isBold: false,
  isHidden: false,
  isOfUnknownColour: false,
  isOnPicture: false,
};

const BOLD = /^(b|strong|th|h[1-6])$/;
const LEVELS: ReadonlyMap<string, number> = new Map([
  ['h1', 32],
  ['h2', 24],
  ['h3', 18.7],
]);
/** Elements whose text nobody sees. */
export const SILENT = /^(style|script|title|head|template|noscript)$/;
const EMPTY = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

/**
 * Returns the texts of an email with inlined styles whose contrast is too low, each pair of colours once (behaviour CK6). It
 * takes time proportional to the length of the HTML.
 */
export function faintTexts(html: string): FaintText[] {
  const found = new Map<string, FaintText>();
  const looks: Look[] = [];
  const now = (): Look => looks.at(-1) ?? PAGE;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (!EMPTY.test(name)) looks.push(lookOf(name, attributes, now()));
      },
      ontext(text) {
        const { colour, background, size, isBold, isHidden, isOfUnknownColour, isOnPicture } = now();
        const shown = text.replace(/[\s\p{Cf}\u034f\u00a0]+/gu, ' ').trim();
        if (isHidden || isOfUnknownColour || isOnPicture || shown === '' || found.size >= MAX_FOUND) return;
        const isLarge = size >= 24 || (isBold && size >= 18.66);
        const contrast = contrastOf(over(colour, background), background);
        if (contrast >= (isLarge ? NEEDED.large : NEEDED.small)) return;
        const key = `${colour.text} ${background.text}`;
        if (found.has(key)) return;
        // Rounded down: 4.48 is not enough, and must not read as 4.5.
        const rounded = Math.floor(contrast * 10) / 10;
        found.set(key, { text: shortened(shown), contrast: rounded, colour: colour.text, background: background.text });
      },
      onclosetag(name) {
        if (!EMPTY.test(name)) looks.pop();
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return [...found.values()];
}

function lookOf(name: string, attributes: Record<string, string>, around: Look): Look {
  const styles = stylesOf(attributes['style'] ?? '');
  const given = styles.get('color') ?? (name === 'font' ? attributes['color'] : undefined);
  const colour = readColour(given);
  const isInherited = given === undefined ? name !== 'a' || attributes['href'] === undefined : INHERITED.test(given);
  const shorthand = styles.get('background');
  const background = readColour(styles.get('background-color') ?? colourIn(shorthand) ?? attributes['bgcolor']);
  const onPicture =
    attributes['background'] !== undefined ||
    /[\w-]\(/.test(`${background ? '' : styles.get('background-color')} ${withoutColour(shorthand)}`) ||
    /\(/.test(styles.get('background-image') ?? '');
  const size = sizeOf(styles.get('font-size'), around.size) ?? LEVELS.get(name) ?? around.size;
  const weight = styles.get('font-weight');
  return {
    colour: colour ?? (isInherited || given !== undefined ? around.colour : LINK),
    background: background ? over(background, around.background) : around.background,
    size,
    isBold: weight === undefined ? around.isBold || BOLD.test(name) : /^(bold|bolder|[6-9]00)$/.test(weight),
    isHidden: around.isHidden || SILENT.test(name) || isHidden(styles),
    isOfUnknownColour: !colour && (isInherited ? around.isOfUnknownColour : given !== undefined),
    isOnPicture: onPicture || (around.isOnPicture && !background),
  };
}

/** What says that a text has the colour of the text around it. */
const INHERITED = /^(inherit|currentcolor|unset)$/i;

/** The colour that mail programs give to links without one. */
const LINK = readColour('#0000ee')!;

function stylesOf(style: string): Map<string, string> {
  return new Map(
    style.split(';').flatMap((rule): [string, string][] => {
      const at = rule.indexOf(':');
      if (at < 0) return [];
      const value = rule.slice(at + 1).replace(/!\s*important/i, '');
      return [[rule.slice(0, at).trim().toLowerCase(), value.trim().toLowerCase()]];
    }),
  );
}

/** A background in several layers is longer, and has no colour to be compared with. */
const MAX_SHORTHAND = 200;

function colourIn(shorthand: string | undefined): string | undefined {
  return shorthand
    ?.slice(0, MAX_SHORTHAND)
    .split(/\s+(?![^(]*\))/)
    .find((part) => readColour(part) !== undefined);
}

/** A shorthand without its colour: pictures, gradients, and colours that are not known. */
function withoutColour(shorthand: string | undefined): string {
  const parts = shorthand?.slice(0, MAX_SHORTHAND).split(/\s+(?![^(]*\))/) ?? [];
  return parts.filter((part) => readColour(part) === undefined).join(' ');
}

function sizeOf(text: string | undefined, around: number): number | undefined {
  const [, number, unit] = /^([\d.]+)(px|pt|em|rem|%)$/.exec(text ?? '') ?? [];
  if (number === undefined) return undefined;
  const factors: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, em: around, rem: 16, '%': around / 100 };
  return Number(number) * (factors[unit ?? ''] ?? 1);
}

/** A preheader is hidden in several ways at once; one of them is enough. */
function isHidden(styles: ReadonlyMap<string, string>): boolean {
  return (
    styles.get('display') === 'none' ||
    styles.get('visibility') === 'hidden' ||
    /^0(px|%|\.0*)?$/.test(styles.get('font-size') ?? '') ||
    /^0(\.0*)?$/.test(styles.get('opacity') ?? '') ||
    /^0(px)?$/.test(styles.get('max-height') ?? '')
  );
}
