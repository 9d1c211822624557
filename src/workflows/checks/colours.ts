import { contrastOfChannels } from '#libs/rendering/contrast.js';

/** A colour, and how its author wrote it. Channels are from 0 to 255, opacity from 0 to 1. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
  opacity: number;
  text: string;
}

/** The names that emails use; other names are not known here. */
const NAMES: Readonly<Record<string, string>> = {
  black: '#000000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  white: '#ffffff',
  maroon: '#800000',
  red: '#ff0000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  yellow: '#ffff00',
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  aqua: '#00ffff',
  cyan: '#00ffff',
  orange: '#ffa500',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  gold: '#ffd700',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  darkgray: '#a9a9a9',
  darkgrey: '#a9a9a9',
  dimgray: '#696969',
  whitesmoke: '#f5f5f5',
};

/** Reads a colour of CSS: a name, hexadecimal, `rgb` and `rgba`. Undefined for anything else. */
export function readColour(given: string | undefined): Colour | undefined {
  const text = given?.trim().toLowerCase() ?? '';
  if (text === 'transparent') return { red: 0, green: 0, blue: 0, opacity: 0, text };
  const hex = Object.hasOwn(NAMES, text) ? NAMES[text]! : text;
  const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(hex)?.[1];
  if (digits !== undefined) {
    const all = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
    const [red = 0, green = 0, blue = 0, alpha = 255] = (all.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
    return { red, green, blue, opacity: alpha / 255, text };
  }
  const numbers = /^rgba?\(([\d.%\s,/]+)\)$/.exec(text)?.[1]?.match(/[\d.]+%?/g);
  if (!numbers || numbers.length < 3 || numbers.length > 4) return undefined;
  const [red = 0, green = 0, blue = 0] = numbers.slice(0, 3).map((one) => numberOf(one, 255));
  return { red, green, blue, opacity: numberOf(numbers[3] ?? '1', 1), text };
}

/** A number, or a percentage of `whole`. */
function numberOf(text: string, whole: number): number {
  const number = text.endsWith('%') ? (parseFloat(text) / 100) * whole : parseFloat(text);
  return Math.min(Math.max(number, 0), whole);
}

/** What is seen of a colour on an opaque background. */
export function over(colour: Colour, background: Colour): Colour {
  const mixed = (above: number, below: number): number => above * colour.opacity + below * (1 - colour.opacity);
  return {
    red: mixed(colour.red, background.red),
    green: mixed(colour.green, background.green),
    blue: mixed(colour.blue, background.blue),
    opacity: 1,
    text: colour.opacity === 0 ? background.text : colour.text,
  };
}

/** The contrast of two opaque colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: Colour, other: Colour): number {
  return contrastOfChannels([one.red, one.green, one.blue], [other.red, other.green, other.blue]);
}
