import { readableOn } from '../contrast.js';
import { isRecord } from '../size-of-value.js';
import { imageAddress } from './addresses.js';
import { numberOf, textOf } from './attributes.js';
import { THEME } from './theme.js';

/** What a brand decides of an email made of blocks, where a block says nothing itself. */
export interface Look {
  /** The same for looks that are the same; empty for that of no brand. */
  key: string;
  font: string;
  background: string;
  text: string;
  strong: string;
  link: string;
  button: string;
  buttonText: string;
  /** Corners of buttons, in pixels. */
  radius: number;
  /** What a logo without an address shows. */
  logo?: { src: string; alt: string };
  /** What a footer without content says. */
  footer?: { lines: readonly string[]; unsubscribe?: string };
}

/** The look without a brand. */
export const PLAIN_LOOK: Look = {
  key: '',
  font: THEME.font,
  background: THEME.background,
  text: THEME.text,
  strong: THEME.strong,
  link: THEME.strong,
  button: THEME.button,
  buttonText: THEME.buttonText,
  radius: 0,
};

/** Names of fonts, with single quotes around those of several words. */
export const FONT_STACK = /^(?:'[\p{L}\d -]+'|[\p{L}\d-]+)(?:\s*,\s*(?:'[\p{L}\d -]+'|[\p{L}\d-]+))*$/u;

/** The largest radius of corners, in pixels. */
export const MAX_RADIUS = 40;

/** The look of a brand, as templates read it. What it does not say, or not in a form that is safe, is as without it. */
export function lookOf(brand: unknown): Look {
  if (!isRecord(brand) || Object.keys(brand).length === 0) return PLAIN_LOOK;
  const color = (name: string): string | undefined => {
    const value = textOf(brand[name]);
    return /^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : undefined;
  };
  const font = textOf(brand['font']);
  const button = color('color');
  const src = imageAddress(textOf(brand['logoUrl']));
  const look = {
    font: FONT_STACK.test(font) ? font : THEME.font,
    background: color('backgroundColor') ?? THEME.background,
    text: color('textColor') ?? THEME.text,
    strong: color('headingColor') ?? THEME.strong,
    link: color('linkColor') ?? button ?? THEME.strong,
    button: button ?? THEME.button,
    buttonText: color('buttonTextColor') ?? (button === undefined ? THEME.buttonText : readableOn(button)),
    radius: numberOf(brand['radius'], 0, MAX_RADIUS),
    ...(src !== undefined && { logo: { src, alt: textOf(brand['name']) || 'Logo' } }),
    ...footerOf(brand['footer']),
  };
  return { key: JSON.stringify(look), ...look };
}

function footerOf(footer: unknown): Pick<Look, 'footer'> {
  if (!isRecord(footer)) return {};
  const lines = textOf(footer['address'])
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const unsubscribe = textOf(footer['unsubscribe']).trim();
  if (lines.length === 0 && unsubscribe === '') return {};
  return { footer: { lines, ...(unsubscribe !== '' && { unsubscribe }) } };
}
