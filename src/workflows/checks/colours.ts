import { contrastOfChannels } from '#libs/rendering/contrast.js';

/** A colour, and how its author wrote it. Channels are from 0 to 255, opacity from 0 to 1. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
  opacity: number;
  text: string;
}

/** The names of CSS (CSS Color Module Level 4, 6.1). */
const NAMES: ReadonlyMap<string, string> = new Map(
  `
  aliceblue f0f8ff, antiquewhite faebd7, aqua 00ffff, aquamarine 7fffd4, azure f0ffff, beige f5f5dc, bisque ffe4c4,
  black 000000, blanchedalmond ffebcd, blue 0000ff, blueviolet 8a2be2, brown a52a2a, burlywood deb887,
  cadetblue 5f9ea0, chartreuse 7fff00, chocolate d2691e, coral ff7f50, cornflowerblue 6495ed, cornsilk fff8dc,
  crimson dc143c, cyan 00ffff, darkblue 00008b, darkcyan 008b8b, darkgoldenrod b8860b, darkgray a9a9a9,
  darkgreen 006400, darkgrey a9a9a9, darkkhaki bdb76b, darkmagenta 8b008b, darkolivegreen 556b2f,
  darkorange ff8c00, darkorchid 9932cc, darkred 8b0000, darksalmon e9967a, darkseagreen 8fbc8f,
  darkslateblue 483d8b, darkslategray 2f4f4f, darkslategrey 2f4f4f, darkturquoise 00ced1, darkviolet 9400d3,
  deeppink ff1493, deepskyblue 00bfff, dimgray 696969, dimgrey 696969, dodgerblue 1e90ff, firebrick b22222,
  floralwhite fffaf0, forestgreen 228b22, fuchsia ff00ff, gainsboro dcdcdc, ghostwhite f8f8ff, gold ffd700,
  goldenrod daa520, gray 808080, green 008000, greenyellow adff2f, grey 808080, honeydew f0fff0, hotpink ff69b4,
  indianred cd5c5c, indigo 4b0082, ivory fffff0, khaki f0e68c, lavender e6e6fa, lavenderblush fff0f5,
  lawngreen 7cfc00, lemonchiffon fffacd, lightblue add8e6, lightcoral f08080, lightcyan e0ffff,
  lightgoldenrodyellow fafad2, lightgray d3d3d3, lightgreen 90ee90, lightgrey d3d3d3, lightpink ffb6c1,
  lightsalmon ffa07a, lightseagreen 20b2aa, lightskyblue 87cefa, lightslategray 778899, lightslategrey 778899,
  lightsteelblue b0c4de, lightyellow ffffe0, lime 00ff00, limegreen 32cd32, linen faf0e6, magenta ff00ff,
  maroon 800000, mediumaquamarine 66cdaa, mediumblue 0000cd, mediumorchid ba55d3, mediumpurple 9370db,
  mediumseagreen 3cb371, mediumslateblue 7b68ee, mediumspringgreen 00fa9a, mediumturquoise 48d1cc,
  mediumvioletred c71585, midnightblue 191970, mintcream f5fffa, mistyrose ffe4e1, moccasin ffe4b5,
  navajowhite ffdead, navy 000080, oldlace fdf5e6, olive 808000, olivedrab 6b8e23, orange ffa500, orangered ff4500,
  orchid da70d6, palegoldenrod eee8aa, palegreen 98fb98, paleturquoise afeeee, palevioletred db7093,
  papayawhip ffefd5, peachpuff ffdab9, peru cd853f, pink ffc0cb, plum dda0dd, powderblue b0e0e6, purple 800080,
  rebeccapurple 663399, red ff0000, rosybrown bc8f8f, royalblue 4169e1, saddlebrown 8b4513, salmon fa8072,
  sandybrown f4a460, seagreen 2e8b57, seashell fff5ee, sienna a0522d, silver c0c0c0, skyblue 87ceeb,
  slateblue 6a5acd, slategray 708090, slategrey 708090, snow fffafa, springgreen 00ff7f, steelblue 4682b4,
  tan d2b48c, teal 008080, thistle d8bfd8, tomato ff6347, turquoise 40e0d0, violet ee82ee, wheat f5deb3,
  white ffffff, whitesmoke f5f5f5, yellow ffff00, yellowgreen 9acd32
  `
    .split(',')
    .map((one): [string, string] => {
      const [name = '', digits = ''] = one.trim().split(' ');
      return [name, `#${digits}`];
    }),
);

/** Reads a colour of CSS: a name, hexadecimal, `rgb` and `hsl`. Undefined for anything else. */
export function readColour(given: string | undefined): Colour | undefined {
  const text = given?.trim().toLowerCase() ?? '';
  if (text === 'transparent') return { red: 0, green: 0, blue: 0, opacity: 0, text };
  const hex = NAMES.get(text) ?? text;
  const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(hex)?.[1];
  if (digits !== undefined) {
    const all = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
    const [red = 0, green = 0, blue = 0, alpha = 255] = (all.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
    return { red, green, blue, opacity: alpha / 255, text };
  }
  const [, model, inside = ''] = /^(rgb|hsl)a?\(([\d.%\s,/deg-]+)\)$/.exec(text) ?? [];
  const numbers = inside.match(/-?[\d.]+%?/g);
  if (!numbers || numbers.length < 3 || numbers.length > 4) return undefined;
  const opacity = numberOf(numbers[3] ?? '1', 1);
  if (model === 'hsl') return { ...channelsOf(numbers), opacity, text };
  const [red = 0, green = 0, blue = 0] = numbers.slice(0, 3).map((one) => numberOf(one, 255));
  return { red, green, blue, opacity, text };
}

/** The channels of a hue in degrees, a saturation and a lightness in percent. */
function channelsOf([hue = '', saturation = '', lightness = '']: readonly string[]): Omit<Colour, 'opacity' | 'text'> {
  const [colourful = 0, light = 0] = [saturation, lightness].map((one) => numberOf(`${parseFloat(one)}%`, 1));
  const chroma = colourful * Math.min(light, 1 - light);
  const channel = (offset: number): number => {
    const place = (((offset + parseFloat(hue) / 30) % 12) + 12) % 12;
    return 255 * (light - chroma * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4) };
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
