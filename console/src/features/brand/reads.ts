import { contrast, LEAST_CONTRAST, readableOn } from '../../../../libs/rendering/contrast';
import type { Schemas } from '../../api/client';

export type Brand = Schemas['BrandDto'];

/** What the form has: texts, empty for what is not set. */
export type BrandFields = ReturnType<typeof fieldsOf>;

export function fieldsOf(brand: Brand) {
  return {
    name: brand.name ?? '',
    logoUrl: brand.logoUrl ?? '',
    color: brand.color ?? '',
    buttonTextColor: brand.buttonTextColor ?? '',
    linkColor: brand.linkColor ?? '',
    headingColor: brand.headingColor ?? '',
    textColor: brand.textColor ?? '',
    backgroundColor: brand.backgroundColor ?? '',
    font: brand.font ?? '',
    radius: brand.radius ?? ('' as number | ''),
    address: brand.footer?.address ?? '',
    unsubscribe: brand.footer?.unsubscribe ?? '',
  };
}

/** The brand of the fields: what is empty is left out. */
export function brandOf({ address, unsubscribe, ...fields }: BrandFields): Brand {
  const given = (values: object) =>
    Object.fromEntries(
      Object.entries(values).filter(([, value]) => (typeof value === 'string' ? value.trim() !== '' : true)),
    );
  const footer = given({ address, unsubscribe });
  return { ...given(fields), ...(Object.keys(footer).length > 0 && { footer }) };
}

/** The fonts that are offered: those that mail programs have. */
export const FONTS = [
  { value: '', label: 'System (default)' },
  { value: "Arial, 'Helvetica Neue', Helvetica, sans-serif", label: 'Arial' },
  { value: 'Verdana, Geneva, sans-serif', label: 'Verdana' },
  { value: 'Tahoma, Geneva, sans-serif', label: 'Tahoma' },
  { value: "'Trebuchet MS', Helvetica, sans-serif", label: 'Trebuchet' },
  { value: "Georgia, 'Times New Roman', serif", label: 'Georgia' },
  { value: "'Times New Roman', Times, serif", label: 'Times New Roman' },
  { value: "'Courier New', Courier, monospace", label: 'Courier New' },
];

/** How the email of the preview looks: the same defaults as the email has. */
export interface BrandLook {
  button: string;
  buttonText: string;
  link: string;
  heading: string;
  text: string;
  background: string;
  font: string;
  radius: number;
}

export function lookOf(fields: BrandFields): BrandLook {
  const color = (value: string, fallback: string) => (isColor(value) ? value : fallback);
  const button = color(fields.color, '#000000');
  return {
    button,
    buttonText: color(fields.buttonTextColor, isColor(fields.color) ? readableOn(button) : '#ffffff'),
    link: color(fields.linkColor, color(fields.color, '#111827')),
    heading: color(fields.headingColor, '#111827'),
    text: color(fields.textColor, '#374151'),
    background: color(fields.backgroundColor, '#ffffff'),
    font: fields.font || 'Inter, system-ui, sans-serif',
    radius: Number(fields.radius) || 0,
  };
}

function isColor(value: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(value);
}

/** What cannot be read, in words. */
export function contrastProblems({ button, buttonText, background, text, heading, link }: BrandLook): string[] {
  const pairs = [
    ['Button text', buttonText, button],
    ['Text', text, background],
    ['Headings', heading, background],
    ['Links', link, background],
  ] as const;
  return pairs.flatMap(([what, color, ground]) => {
    const ratio = Math.floor(contrast(color, ground) * 10) / 10;
    if (ratio >= LEAST_CONTRAST) return [];
    return `${what}: contrast ${ratio} to 1. At least ${LEAST_CONTRAST} to 1 is needed to read it.`;
  });
}
